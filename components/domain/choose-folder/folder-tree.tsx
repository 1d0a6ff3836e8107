"use client";

/* oxlint-disable jsx-a11y/click-events-have-key-events -- a tree (WAI-ARIA APG): the keys are those of the whole tree */

import { IconChevronRight } from "@tabler/icons-react";
import { useEffect, useId, useRef, type KeyboardEvent } from "react";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { moveForKey, type FolderRow } from "./folder-rows";
import styles from "./folder-dialog.module.css";

type Props = {
  label: string;
  rows: readonly FolderRow[];
  /** Said when there are no rows. */
  empty: string;
  /** Said of an open folder that could not be read. */
  unreadable: string;
  chosen: VirtualPath | null;
  isBusy: boolean;
  onChoose: (path: VirtualPath) => void;
  onToggle: (path: VirtualPath, isOpen: boolean) => void;
  onConfirm: () => void;
  /** A letter was typed: it is meant for the search. */
  onType: () => void;
};

const folder = { name: "", kind: "folder" } as const;

/** Folders to choose one of; a click chooses and opens, the arrow only opens. */
export function FolderTree({
  label,
  rows,
  empty,
  unreadable,
  chosen,
  isBusy,
  onChoose,
  onToggle,
  onConfirm,
  onType,
}: Props) {
  const id = useId();
  const node = useRef<HTMLDivElement>(null);
  const index = rows.findIndex(({ path }) => path === chosen);
  useEffect(() => {
    node.current?.children[index]?.scrollIntoView({ block: "nearest" });
  }, [index]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    if (key === "Enter") {
      event.preventDefault();
      return onConfirm();
    }
    const move = moveForKey(key, rows, chosen, document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight");
    if (move !== null) {
      event.preventDefault();
      if ("choose" in move) onChoose(move.choose);
      else if ("open" in move) onToggle(move.open, true);
      else onToggle(move.close, false);
    } else if (key.length === 1 && key !== " ") onType();
  };

  return (
    <div
      ref={node}
      id="choose-folder-tree"
      role="tree"
      aria-label={shownName(label)}
      aria-busy={isBusy}
      aria-activedescendant={index < 0 ? undefined : `${id}-${index}`}
      tabIndex={0}
      className={styles["tree"]}
      onKeyDown={onKeyDown}
    >
      {rows.length === 0 ? <p className={styles["none"]}>{empty}</p> : null}
      {rows.map(({ path, text, place, level, isOpen, isUnread = false }, at) => (
        <div
          key={path}
          id={`${id}-${at}`}
          role="treeitem"
          aria-level={level}
          aria-selected={path === chosen}
          aria-expanded={isOpen ?? undefined}
          tabIndex={-1}
          className={styles["folder"]}
          style={{ paddingInlineStart: (level - 1) * 18 + 4 }}
          onClick={() => {
            onChoose(path);
            // A tap shows what is in it; another one puts that away.
            if (isOpen === false || (isOpen === true && path === chosen)) onToggle(path, !isOpen);
          }}
        >
          <span
            className={styles["arrow"]}
            data-open={isOpen === true || undefined}
            aria-hidden
            onClick={(event) => {
              if (isOpen === null) return;
              event.stopPropagation();
              onToggle(path, !isOpen);
            }}
          >
            {isOpen === null ? null : <IconChevronRight size={16} data-flip />}
          </span>
          <EntryIcon entry={folder} size={18} />
          <span className={styles["name"]}>
            <bdi>{shownName(text)}</bdi>
            {isUnread ? <small>{unreadable}</small> : null}
            {place === undefined ? null : (
              <small>
                <bdi>{shownName(place)}</bdi>
              </small>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
