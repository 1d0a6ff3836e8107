"use client";

import { IconPencil } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { readText } from "@/components/domain/edit/read-text";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { Overlay } from "@/components/domain/viewing/overlay";
import { PathTitle } from "@/components/domain/viewing/path-title";
import { useDownload } from "@/components/domain/viewing/use-download";
import { useViewer } from "@/components/domain/viewing/viewer";
import { ViewerBar } from "@/components/domain/viewing/viewer-bar";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { LoadingState } from "@/components/ui/state/loading-state";
import { MarkdownPage } from "@/components/domain/markdown/markdown-page";
import overlay from "@/components/domain/viewing/overlay.module.css";

/** A Markdown document to read, with the way to the editor. */
export default function MarkdownViewer(props: ViewerProps) {
  const { path, folder, entry, onClose } = props;
  const t = useTranslations("markdown");
  const errorText = useErrorText();
  const download = useDownload(path);
  const [isEditing, setEditing] = useState(false);
  const editor = useViewer(entry, "text");
  const file = useQuery({
    // With the time of change: what is on the screen follows the disk.
    queryKey: ["file", "markdown", path, entry.mtime],
    queryFn: ({ signal }) => readText(path, { signal }),
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    enabled: !isEditing,
  });

  if (isEditing && editor !== null) return <editor.Screen {...props} onClose={() => setEditing(false)} />;
  return (
    <Overlay label={entry.name} onClose={onClose}>
      <ViewerBar
        title={<PathTitle folder={folder} name={entry.name} isDirty={false} />}
        onDownload={download}
        onClose={onClose}
      >
        {file.data === undefined || editor === null ? undefined : (
          <IconButton
            label={file.data.writable ? t("edit") : t("source")}
            icon={<IconPencil size={18} />}
            onClick={() => setEditing(true)}
          />
        )}
      </ViewerBar>
      <div className={overlay["stage"]}>
        {file.data !== undefined ? (
          <MarkdownPage text={file.data.context} folder={folder} version={entry.mtime} />
        ) : file.error === null ? (
          <LoadingState rows={12} />
        ) : (
          <CannotShow title={errorText(file.error)} onRetry={() => void file.refetch()} onDownload={download} />
        )}
      </div>
    </Overlay>
  );
}
