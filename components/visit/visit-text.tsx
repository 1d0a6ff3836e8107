"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { kindOf } from "@/components/domain/entry/kinds";
import { MarkdownPage } from "@/components/domain/markdown/markdown-page";
import { OverlayFrame } from "@/components/domain/viewing/overlay-frame";
import { CannotShow } from "@/components/domain/viewing/cannot-show";
import { useErrorText } from "@/components/layout/use-error-text";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { FileEntry } from "@/lib/contracts/file";
import { parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { useVisitText } from "./use-visit";
import { inShare } from "./visit-path";
import markdown from "@/components/domain/markdown/markdown.module.css";
import styles from "./visit.module.css";

type Props = { link: string; path: VirtualPath; entry: FileEntry; onClose: () => void };

/** Text of a share to read, Markdown laid out. */
export default function VisitText({ link, path, entry, onClose }: Props) {
  const errorText = useErrorText();
  const asked = parseVirtualPath(inShare(path)) ?? path;
  const text = useVisitText(link, asked, entry.mtime);
  return (
    <OverlayFrame path={path} entry={entry} onClose={onClose}>
      {(download) =>
        text.data === undefined ? (
          text.error === null ? (
            <LoadingState rows={12} />
          ) : (
            <CannotShow title={errorText(text.error)} onDownload={download} />
          )
        ) : kindOf(entry) === "md" ? (
          <MarkdownPage text={text.data.context} folder={parentOf(path) ?? path} version={entry.mtime} />
        ) : (
          <div className={markdown["scroll"]} tabIndex={0} data-autofocus>
            <pre className={styles["text"]} dir="ltr">
              {text.data.context}
            </pre>
          </div>
        )
      }
    </OverlayFrame>
  );
}
