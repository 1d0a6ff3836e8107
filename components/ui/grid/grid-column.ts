import type { ReactNode } from "react";
import type { GridSort } from "./grid-order";

export type GridColumn<Row> = {
  id: string;
  title: string;
  /** Of a grid's track, in CSS: `minmax(160px, 2fr)`, `90px`. */
  width: string;
  renderCell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  isNumber?: boolean;
  /** Left out where the grid is narrower than this many pixels. On a phone columns are parts of a card instead. */
  fromWidth?: number;
  /** On a phone: which line of the card it is on; without it, it is left out. */
  phone?: "first" | "second";
  /** By what rows are sorted; without it they cannot be by this column. */
  compare?: (a: Row, b: Row) => number;
  /** With the first click on its title. */
  firstDirection?: GridSort["direction"];
};

export function compareBy<Row>(columns: readonly GridColumn<Row>[], sort: GridSort): (a: Row, b: Row) => number {
  const compare = columns.find(({ id }) => id === sort.column)?.compare ?? (() => 0);
  return sort.direction === "up" ? compare : (a, b) => compare(b, a);
}

/** The same order, but for those that stand above the others. */
export function firstBy<Row>(
  isFirst: ((row: Row) => boolean) | undefined,
  compare: (a: Row, b: Row) => number,
): (a: Row, b: Row) => number {
  return isFirst === undefined ? compare : (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || compare(a, b);
}
