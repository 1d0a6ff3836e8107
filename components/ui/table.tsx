"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- keys lead from the controls of one row to those of another */

import { useRef, type ReactNode } from "react";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { TableSortChoice } from "./table-sort-choice";
import { useColumnWidths } from "./use-column-widths";
import { useElementWidth } from "./use-element-width";
import { useEver } from "./use-ever";
import { useHeldRow } from "./use-held-row";
import { useHasCards } from "./use-media";
import { useSorted, useTableOrder, type TableOrder } from "./use-sorted";
import { useTableKeys } from "./use-table-keys";
import { useWindow } from "./use-window";
import styles from "./table.module.css";

export type Column<T> = {
  id: string;
  title: string;
  renderCell: (row: T) => ReactNode;
  /** Left out at 736 px and less. */
  wideOnly?: boolean;
  /** On a phone, where a row is a card, a line of its own. */
  isLine?: boolean;
  align?: "start" | "end";
  /** Of the table's, in CSS: the same for tables below one another. On a phone there are no columns. */
  width?: string;
  /** The title is for screen readers only. */
  isTitleHidden?: boolean;
  /** What rows are sorted by; null stands below everything else. Without it they cannot be by this column. */
  sortBy?: (row: T) => string | number | null;
  /** With the first click on its title; up unless given. */
  firstDirection?: "up" | "down";
};

type Props<T> = {
  /** Accessible name. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  /** One of several that have hundreds of rows together. */
  isOneOfMany?: boolean;
  /** Of several tables that are sorted together, by a choice above them all. */
  sharedOrder?: TableOrder;
};

/** With so many rows and more, those in sight are drawn. */
const many = 100;
const sampled = 40;
const headPx = 34;

/**
 * A table of any length. The first column names the row; on a phone each row is a card under that name. In the order of `rows` until a title is
 * clicked, or on a phone another order is chosen above it.
 */
export function Table<T>({ label, columns, rows, rowKey, isOneOfMany = false, sharedOrder }: Props<T>) {
  const [list, table] = [useRef<HTMLDivElement>(null), useRef<HTMLTableElement>(null)];
  const [body, sample] = [useRef<HTMLTableSectionElement>(null), useRef<HTMLTableSectionElement>(null)];
  const ownOrder = useTableOrder();
  const order = sharedOrder ?? ownOrder;
  const { sorted, keyOf } = useSorted(rows, columns, rowKey, order);
  const hasCards = useHasCards();
  // While one searches, few are left; the table stays as it is.
  const isWindowed = useEver(isOneOfMany || rows.length >= many);
  const widthPx = useElementWidth(list);
  const { isMeasuring, shares, neededPx, rowPx } = useColumnWidths({
    table,
    sample,
    columns,
    count: rows.length,
    widthPx,
    isOn: isWindowed,
  });
  const [kept, onHold] = useHeldRow(rows.length, keyOf);
  const window = useWindow({
    body,
    list,
    count: rows.length,
    keyOf,
    rowPx,
    kept,
    headPx,
    isOn: isWindowed,
  });
  const { onFocus, onKeyDown } = useTableKeys({ body, count: rows.length, onHold, scrollTo: window.scrollTo });
  return (
    <>
      {sharedOrder === undefined ? <TableSortChoice columns={columns} order={order} count={rows.length} /> : null}
      <div
        ref={list}
        className={styles["scroller"]}
        data-windowed={isWindowed || undefined}
        data-needs-more={neededPx > 0 || undefined}
      >
        <table
          ref={table}
          className={styles["table"]}
          aria-label={label}
          aria-rowcount={isWindowed ? rows.length + 1 : undefined}
          data-even={shares !== null || undefined}
          style={neededPx > 0 ? { minInlineSize: neededPx } : {}}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        >
          {shares === null ? null : (
            <colgroup>
              {shares.map((share, at) => (
                <col key={at} style={{ width: `${share}%` }} />
              ))}
            </colgroup>
          )}
          <TableHead
            columns={columns}
            sort={order.sort}
            onSort={hasCards ? null : order.onSort}
            rowIndex={isWindowed ? 1 : undefined}
          />
          <tbody ref={body}>
            {window.parts.map((part) => {
              if (part.kind === "gap")
                return <tr key={part.key} aria-hidden className={styles["gap"]} style={{ blockSize: part.sizePx }} />;
              const row = sorted[part.index];
              if (row === undefined) return null;
              const { index, key } = part;
              return (
                <TableRow
                  key={key}
                  row={row}
                  columns={columns}
                  index={index}
                  isCounted={isWindowed}
                  measure={window.measure}
                />
              );
            })}
          </tbody>
          {isMeasuring ? (
            <tbody ref={sample} aria-hidden>
              {spread(sorted).map((row) => (
                <TableRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  index={-1}
                  isCounted={false}
                  measure={undefined}
                />
              ))}
            </tbody>
          ) : null}
        </table>
      </div>
    </>
  );
}

/** Some, from all over the list. */
function spread<T>(rows: readonly T[]): readonly T[] {
  const step = Math.max(1, rows.length / sampled);
  const indexes = Array.from({ length: Math.min(sampled, rows.length) }, (_, at) => Math.floor(at * step));
  return indexes.flatMap((index) => rows.slice(index, index + 1));
}
