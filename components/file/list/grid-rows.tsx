"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual, nor laid out as tiles */

import type { VirtualItem } from "@tanstack/react-virtual";
import type { ColumnName } from "@/components/domain/folder/folder-memory";
import type { GridMetrics, ListModel, RenameEnd } from "@/components/domain/list/grid-model";
import { ListRow } from "./list-row";
import { Tile } from "./tile";
import styles from "./tile.module.css";

type Props = {
  model: ListModel;
  columns: readonly ColumnName[];
  metrics: GridMetrics;
  items: readonly VirtualItem[];
  isDraggable: boolean;
  isTabStop: (index: number) => boolean;
  isPicked: (name: string) => boolean;
  onRenameEnd: (end: RenameEnd) => void;
};

/** The rows that are on the screen now. */
export function GridRows({ model, columns, metrics, items, isDraggable, isTabStop, isPicked, onRenameEnd }: Props) {
  const { rows, folder, layout, cutNames, sharedNames, renaming, nowMs } = model;
  if (layout === "rows") {
    return items.map(({ index, start }) => {
      const entry = rows[index];
      return entry === undefined ? null : (
        <ListRow
          key={entry.name}
          entry={entry}
          folder={folder}
          index={index}
          top={start - metrics.headerHeight}
          height={metrics.rowHeight}
          columns={columns}
          isPicked={isPicked(entry.name)}
          isTabStop={isTabStop(index)}
          isCut={cutNames.has(entry.name)}
          isShared={sharedNames.has(entry.name)}
          isRenaming={renaming === entry.name}
          isDraggable={isDraggable}
          nowMs={nowMs}
          onRenameEnd={onRenameEnd}
        />
      );
    });
  }
  return items.map(({ index: row, start }) => (
    <div
      key={row}
      role="row"
      className={styles["row"]}
      aria-rowindex={row + 1}
      style={{
        transform: `translateY(${start}px)`,
        blockSize: metrics.rowHeight,
        gridTemplateColumns: `repeat(${metrics.columns}, minmax(0, 1fr))`,
      }}
    >
      {rows.slice(row * metrics.columns, (row + 1) * metrics.columns).map((entry, column) => {
        const index = row * metrics.columns + column;
        return (
          <Tile
            key={entry.name}
            entry={entry}
            folder={folder}
            index={index}
            column={column}
            layout={layout}
            isPicked={isPicked(entry.name)}
            isTabStop={isTabStop(index)}
            isCut={cutNames.has(entry.name)}
            isShared={sharedNames.has(entry.name)}
            isRenaming={renaming === entry.name}
            isDraggable={isDraggable}
            nowMs={nowMs}
            onRenameEnd={onRenameEnd}
          />
        );
      })}
    </div>
  ));
}
