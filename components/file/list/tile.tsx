"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual, nor laid out as tiles */

import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import type { FileEntry } from "@/lib/contracts/file";
import { formatChanged } from "@/components/domain/entry/entry-text";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { formatSize } from "@/lib/shared/units";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import type { RenameEnd } from "@/components/domain/list/grid-model";
import { EntryName } from "./entry-name";
import { Thumbnail } from "@/components/domain/thumbnail/thumbnail";
import { EntryMenuButton, PickBox, SharedMark } from "@/components/domain/list/entry-parts";
import styles from "./tile.module.css";

type Props = {
  entry: FileEntry;
  folder: VirtualPath;
  index: number;
  column: number;
  layout: "tiles" | "mosaic" | "gallery";
  isPicked: boolean;
  isTabStop: boolean;
  isCut: boolean;
  isShared: boolean;
  isRenaming: boolean;
  isDraggable: boolean;
  nowMs: number;
  onRenameEnd: (end: RenameEnd) => void;
};

const iconSizes = { tiles: 36, mosaic: 64, gallery: 84 };

/** One entry of the mosaic, the gallery or the list without details. */
export const Tile = memo(function Tile({
  entry,
  folder,
  index,
  column,
  layout,
  isPicked,
  isTabStop,
  isCut,
  isShared,
  isRenaming,
  isDraggable,
  nowMs,
  onRenameEnd,
}: Props) {
  const t = useTranslations("file");
  const locale = useLocale();
  const changed = formatChanged(entry.mtime, nowMs, locale);
  return (
    <div
      role="gridcell"
      className={styles["tile"]}
      aria-colindex={column + 1}
      aria-selected={isPicked}
      aria-label={isShared ? `${shownName(entry.name)}, ${t("shared")}` : shownName(entry.name)}
      data-layout={layout}
      data-index={index}
      data-cut={isCut || undefined}
      data-drop={isFolder(entry) ? entry.name : undefined}
      draggable={isDraggable && !isRenaming}
      tabIndex={isTabStop ? 0 : -1}
    >
      <span className={styles["check"]} data-part="check" aria-hidden>
        <PickBox isPicked={isPicked} />
      </span>
      <Thumbnail entry={entry} folder={folder} iconSize={iconSizes[layout]} isLarge={layout === "gallery"} />
      <span className={styles["words"]}>
        <EntryName
          entry={entry}
          mark={isShared ? <SharedMark label={t("shared")} /> : null}
          isRenaming={isRenaming}
          className={styles["text"]}
          onRenameEnd={onRenameEnd}
        />
        {layout === "mosaic" ? null : (
          <span className={styles["facts"]}>
            {entry.link && entry.link.text !== "" ? (
              <bdi dir="ltr">→ {shownName(entry.link.text)}</bdi>
            ) : (
              <bdi>{isFolder(entry) ? changed : `${formatSize(entry.size, locale)} · ${changed}`}</bdi>
            )}
          </span>
        )}
      </span>
      <EntryMenuButton label={t("entryMenu", { name: shownName(entry.name) })} className={styles["menu"]} />
    </div>
  );
});
