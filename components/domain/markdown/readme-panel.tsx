"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useId } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { LoadingState } from "@/components/ui/state/loading-state";
import { useStore } from "@/components/ui/use-store";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { MarkdownText } from "./markdown-text";
import { openReadme, readmeOpen } from "./readme-open";
import styles from "./readme.module.css";

type Props = {
  entry: FileEntry;
  folder: VirtualPath;
  /** Its text, which is asked for while the panel is open. */
  text: Pick<UseQueryResult<{ context: string }>, "data" | "error">;
};

/** What a folder tells about itself, below its list; folded it costs nothing. */
export function ReadmePanel({ entry, folder, text: { data, error } }: Props) {
  const isOpen = useStore(readmeOpen);
  const id = useId();
  const errorText = useErrorText();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section className={styles["panel"]} aria-label={shownName(entry.name)}>
      <button
        type="button"
        className={styles["head"]}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => openReadme(!isOpen)}
      >
        <Chevron size={16} aria-hidden data-flip={isOpen ? undefined : true} />
        <bdi>{shownName(entry.name)}</bdi>
      </button>
      <div id={id} className={styles["body"]} hidden={!isOpen} tabIndex={0}>
        {!isOpen ? null : data !== undefined ? (
          <MarkdownText text={data.context} folder={folder} version={entry.mtime} />
        ) : error === null ? (
          <LoadingState rows={4} />
        ) : (
          <p className={styles["problem"]}>{errorText(error)}</p>
        )}
      </div>
    </section>
  );
}
