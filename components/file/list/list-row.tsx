"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual; the row itself says that it is selected */

import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import type { FileEntry } from "@/lib/contracts/file";
import { Thumbnail } from "@/components/domain/thumbnail/thumbnail";
import { formatChanged, formatFullDate, formatMode } from "@/components/domain/entry/entry-text";
import type { ColumnName } from "@/components/domain/folder/folder-memory";
import { isFolder } from "@/components/domain/entry/sort-rows";
import type { VirtualPath } from "@/lib/shared/paths";
import { formatSize } from "@/lib/shared/units";
import { shownName } from "@/lib/shared/shown-name";
import type { RenameEnd } from "@/components/domain/list/grid-model";
import { EntryName } from "./entry-name";
import { EntryMenuButton, SharedMark } from "@/components/domain/list/entry-parts";
import { GridRow } from "@/components/domain/list/grid-row";
import parts from "@/components/domain/list/entry-parts.module.css";
import styles from "./list-row.module.css";

type Props = {
  entry: FileEntry;
  folder: VirtualPath;
  index: number;
  top: number;
  height: number;
  columns: readonly ColumnName[];
  isPicked: boolean;
  /** The one row that Tab leads to. */
  isTabStop: boolean;
  isCut: boolean;
  isShared: boolean;
  isRenaming: boolean;
  isDraggable: boolean;
  nowMs: number;
  onRenameEnd: (end: RenameEnd) => void;
};

/** One row of the list. */
export const ListRow = memo(function ListRow({
  entry,
  folder,
  index,
  top,
  height,
  columns,
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
  return (
    <GridRow
      className={styles["row"]}
      index={index}
      headerRows={1}
      top={top}
      height={height}
      isPicked={isPicked}
      isTabStop={isTabStop}
      data-cut={isCut || undefined}
      data-drop={isFolder(entry) ? entry.name : undefined}
      draggable={isDraggable && !isRenaming}
    >
      <span role="gridcell" className={styles["name"]}>
        <Thumbnail entry={entry} folder={folder} iconSize={20} isLarge={false} />
        <EntryName entry={entry} isRenaming={isRenaming} className={parts["text"]} onRenameEnd={onRenameEnd} />
        {isShared ? <SharedMark label={t("shared")} /> : null}
        {entry.link && entry.link.text !== "" && !isRenaming ? (
          <span className={styles["link"]}>
            <span data-flip>→</span> <bdi dir="ltr">{shownName(entry.link.text)}</bdi>
          </span>
        ) : null}
      </span>
      {columns.map((column) => (
        <span
          key={column}
          role="gridcell"
          className={styles[column]}
          title={column === "mtime" ? formatFullDate(entry.mtime, locale) : undefined}
        >
          <bdi>
            {column === "size" ? (isFolder(entry) ? "–" : formatSize(entry.size, locale)) : null}
            {column === "mtime" ? formatChanged(entry.mtime, nowMs, locale) : null}
            {column === "mode" ? formatMode(entry.mode) : null}
          </bdi>
        </span>
      ))}
      <span role="gridcell" className={parts["more"]}>
        <EntryMenuButton label={t("entryMenu", { name: shownName(entry.name) })} />
      </span>
    </GridRow>
  );
});
