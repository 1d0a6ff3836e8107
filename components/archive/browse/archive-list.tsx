"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of which only the visible rows exist cannot be a <table> */

import { Checkbox } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef, type KeyboardEvent } from "react";
import { useToday } from "@/components/layout/use-clock";
import { orderAfterClick, sortedColumn, type SortOrder } from "@/components/domain/entry/sort-rows";
import { useWords } from "@/components/domain/entry/words";
import { useIsMobile } from "@/components/ui/use-media";
import { ArchiveListRow } from "./archive-list-row";
import type { ArchiveRow } from "./archive-tree";
import styles from "./archive.module.css";

type Props = {
  rows: readonly ArchiveRow[];
  sort: SortOrder;
  picked: ReadonlySet<ArchiveRow>;
  onSort: (sort: SortOrder) => void;
  onPick: (picked: ReadonlySet<ArchiveRow>) => void;
  onOpen: (row: ArchiveRow) => void;
  onDownload: (row: ArchiveRow) => void;
};

/** The entries of a folder of an archive with their sizes, unpacked and packed. */
export function ArchiveList({ rows, sort, picked, onSort, onPick, onOpen, onDownload }: Props) {
  const { t } = useWords();
  const tArchive = useTranslations("archive");
  const isMobile = useIsMobile();
  const nowMs = useToday();
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions go to nothing that is memoized
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isMobile ? 52 : 40),
    overscan: 20,
  });
  const sortedBy = sortedColumn(sort);
  const title = (column: "name" | "size" | "mtime") => (
    <span role="columnheader" aria-sort={sortedBy?.column === column ? sortedBy.direction : undefined}>
      <button type="button" onClick={() => onSort(orderAfterClick(column, sort))}>
        {t(`column.${column}`)}
        {sortedBy?.column !== column ? null : sortedBy.direction === "ascending" ? (
          <IconArrowUp size={13} aria-hidden />
        ) : (
          <IconArrowDown size={13} aria-hidden />
        )}
      </button>
    </span>
  );
  const all = rows.every((row) => picked.has(row));
  const toggle = (row: ArchiveRow) => {
    const next = new Set(picked);
    if (!next.delete(row)) next.add(row);
    onPick(next);
  };
  return (
    <div className={styles["table"]} role="table" aria-label={tArchive("list")} aria-rowcount={rows.length + 1}>
      <div role="row" className={styles["titles"]}>
        <span role="columnheader">
          <Checkbox
            size="xs"
            aria-label={t("action.selectAll")}
            checked={all}
            indeterminate={!all && picked.size > 0}
            onChange={() => onPick(new Set(all ? [] : rows))}
          />
        </span>
        {title("name")}
        {title("size")}
        <span role="columnheader" data-column="packed">
          {tArchive("packed")}
        </span>
        {title("mtime")}
        <span role="columnheader">
          <span className="visually-hidden">{t("column.menu")}</span>
        </span>
      </div>
      <div ref={scroller} role="rowgroup" className={styles["scroll"]}>
        <div role="presentation" style={{ blockSize: virtualizer.getTotalSize(), position: "relative" }}>
          {virtualizer.getVirtualItems().map(({ index, start, size }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <div
                key={`${index}:${row.at}`}
                role="row"
                tabIndex={-1}
                aria-rowindex={index + 2}
                className={styles["row"]}
                data-picked={picked.has(row) || undefined}
                style={{ blockSize: size, transform: `translateY(${start}px)` }}
                onKeyDown={moveFocus}
                onDoubleClick={() => onOpen(row)}
              >
                <ArchiveListRow
                  row={row}
                  isPicked={picked.has(row)}
                  nowMs={nowMs}
                  onPick={() => toggle(row)}
                  onOpen={() => onOpen(row)}
                  onDownload={() => onDownload(row)}
                />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Arrows go to the same button of the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const { currentTarget } = event;
  const next = event.key === "ArrowDown" ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
  const button = next?.querySelector<HTMLElement>("[data-open-row]");
  if (button === null || button === undefined) return;
  event.preventDefault();
  button.focus();
}
