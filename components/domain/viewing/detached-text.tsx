"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { CannotShow } from "./cannot-show";
import { Overlay } from "./overlay";
import { ViewerBar } from "./viewer-bar";
import { openEntry } from "@/components/domain/entry/open-rule";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { useErrorText } from "@/components/layout/use-error-text";
import { LoadingState } from "@/components/ui/state/loading-state";
import { readAnswer } from "@/lib/client/call";
import type { FileEntry } from "@/lib/contracts/file";
import { AppError } from "@/lib/shared/errors";
import styles from "./detached-text.module.css";
import overlay from "./overlay.module.css";

/** More than anybody reads without an editor. */
const maxTextBytes = 2 * 1024 * 1024;

type Props = { entry: FileEntry; url: string | null; onClose: () => void };

/** A text in an archive to read; what is no text can be taken out. */
export function DetachedText({ entry, url, onClose }: Props) {
  const t = useTranslations("archive");
  const errorText = useErrorText();
  const decision = openEntry(entry, { ignoreSize: true });
  const isText = decision.act === "view" && decision.view !== "archive" && entry.size <= maxTextBytes;
  const text = useQuery({
    queryKey: ["archive", "text", url],
    queryFn: ({ signal }) => readText(url ?? "", signal),
    enabled: url !== null && isText,
    retry: false,
    gcTime: 0,
  });
  const download = url === null ? undefined : () => startDownload(url);
  return (
    <Overlay label={entry.name} onClose={onClose}>
      <ViewerBar title={entry.name} onDownload={download} onClose={onClose} />
      <div className={overlay["stage"]}>
        {!isText ? (
          <CannotShow title={t("cannotShow")} onDownload={download} />
        ) : text.error !== null ? (
          <CannotShow title={errorText(text.error)} onDownload={download} />
        ) : text.data === undefined ? (
          <LoadingState rows={12} />
        ) : (
          <pre className={styles["text"]} dir="ltr" tabIndex={0} data-autofocus>
            {text.data}
          </pre>
        )}
      </div>
    </Overlay>
  );
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal });
  if (response.ok) return response.text();
  await readAnswer(response); // says what went wrong
  throw new AppError("network");
}
