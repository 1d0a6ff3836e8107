"use client";

import { useLayoutEffect, useState, type RefObject } from "react";

type Measured = {
  /** What it was measured for. */
  key: string;
  /** Of the columns that are shown, in percent; null: they have no columns. */
  shares: readonly number[] | null;
  /** What the table needs; 0: no more than there is. */
  neededPx: number;
  rowPx: number;
};

type Options = {
  table: RefObject<HTMLTableElement | null>;
  /** Some of the rows, drawn while `isMeasuring`. */
  sample: RefObject<HTMLTableSectionElement | null>;
  columns: readonly unknown[];
  count: number;
  /** Of what the table lies in. */
  widthPx: number;
  isOn: boolean;
};

const guessedRowPx = 45;

/**
 * The widths of a table's columns that does not draw all of its rows: as the browser lays out some from all over the list, and the same wherever one
 * looks. Fewer rows than there were, as while one searches, change nothing.
 */
export function useColumnWidths({ table, sample, columns, count, widthPx, isOn }: Options) {
  const [seen, setSeen] = useState({ columns, most: count, number: 0 });
  if (isOn && seen.columns !== columns && count >= seen.most)
    setSeen({ columns, most: count, number: seen.number + 1 });
  const [measured, setMeasured] = useState<Measured | null>(null);
  const key = `${seen.number} ${widthPx} ${columns.length}`;
  const isMeasuring = isOn && widthPx > 0 && measured?.key !== key;
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what is measured decides what is painted
    if (isMeasuring && table.current !== null) setMeasured({ key, ...measure(table.current, sample.current, widthPx) });
  }, [isMeasuring, key, table, sample, widthPx]);
  const widths = isOn && !isMeasuring ? measured : null;
  return {
    isMeasuring,
    shares: widths?.shares ?? null,
    neededPx: widths?.neededPx ?? 0,
    rowPx: measured?.rowPx ?? guessedRowPx,
  };
}

function measure(table: HTMLTableElement, sample: HTMLTableSectionElement | null, widthPx: number) {
  const rows = [...(sample?.rows ?? [])];
  const heightPx = rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0);
  const rowPx = rows.length === 0 ? guessedRowPx : Math.round(heightPx / rows.length);
  const first = rows[0];
  if (first === undefined || getComputedStyle(first).display !== "table-row")
    return { shares: null, neededPx: 0, rowPx };
  const widths = [...first.cells].map((cell) => cell.getBoundingClientRect().width).filter((width) => width > 0);
  const wholePx = widths.reduce((sum, width) => sum + width, 0);
  const neededPx = table.offsetWidth > widthPx + 1 ? table.offsetWidth : 0;
  return { shares: widths.map((width) => (width / wholePx) * 100), neededPx, rowPx };
}
