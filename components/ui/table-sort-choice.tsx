"use client";

import { SortChoice } from "./sort-choice";
import type { Column } from "./table";
import { useEver } from "./use-ever";
import { useHasCards } from "./use-media";
import type { TableOrder } from "./use-sorted";

type Props<T> = {
  columns: readonly Column<T>[];
  order: TableOrder;
  /** How many rows there are. */
  count: number;
};

/** Fewer cards are seen at a glance. */
const leastRows = 5;

/** Above a table whose rows are cards; nothing where it has its titles, or none that sorts. */
export function TableSortChoice<T>({ columns, order: { sort, onSort }, count }: Props<T>) {
  const hasCards = useHasCards();
  // While one searches, few are left; the choice stays where it is.
  const isWorthIt = useEver(count >= leastRows);
  const options = columns.filter(({ sortBy }) => sortBy !== undefined);
  if (!hasCards || !isWorthIt || options.length === 0) return null;
  return <SortChoice options={options} sort={sort} onSort={onSort} onReset={() => onSort(null)} />;
}
