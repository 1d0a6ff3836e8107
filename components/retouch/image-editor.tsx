"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FolderToolProps } from "@/components/domain/tool/folder-tool";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { Overlay } from "@/components/domain/viewing/overlay";
import { useInlineUrl } from "@/components/domain/viewing/use-inline-url";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import { useErrorText } from "@/components/layout/use-error-text";
import { useDelayed } from "@/components/ui/use-delayed";
import { api } from "@/lib/client/call";
import { nameOf } from "@/lib/shared/paths";
import { EditorScreen } from "./editor-screen";
import { usePicture } from "./use-picture";
import styles from "./image-editor.module.css";

/** Changes a picture: fills the window, and writes nothing before it is told to. */
export default function ImageEditor({ path, onClose }: FolderToolProps) {
  const t = useTranslations("imageEdit");
  const errorText = useErrorText();
  // As it is when it is opened: what is saved over must still be that.
  const { data: entry, error } = useQuery({
    queryKey: ["file", "image-edit", path],
    queryFn: ({ signal }) => api.file.stat({ path }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const inline = useInlineUrl(entry === undefined ? null : path, entry?.mtime ?? 0);
  const loading = usePicture(inline.url);
  const isLate = useDelayed(loading.at === "loading");
  const failure = error ?? inline.error;

  if (entry !== undefined && loading.at === "shown")
    return <EditorScreen path={path} etag={entry.etag} picture={loading.picture} onClose={onClose} />;
  return (
    <Overlay isDark label={t("title", { name: nameOf(path) })} onClose={onClose}>
      <ViewerBar title={nameOf(path)} onDownload={undefined} onClose={onClose} />
      <div className={styles["waiting"]} aria-busy={failure === null && loading.at === "loading"}>
        {failure !== null || loading.at === "failed" ? (
          <CannotShow title={failure === null ? t("failed") : errorText(failure)} hint={undefined} />
        ) : isLate ? (
          <p>{t("loading")}</p>
        ) : null}
      </div>
    </Overlay>
  );
}
