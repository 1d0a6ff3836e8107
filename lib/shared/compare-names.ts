const collator = new Intl.Collator(undefined, { numeric: true });

/** The order of names as people read them: `n2` before `n10`. Names that only look alike have an order as well. The file list has its own, for the language and for 100,000 names. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : Number(a > b));
}

/** Rows in the order of their names. */
export function sortByName<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return rows.toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
}
