"use client";

import { useCallback, useMemo, useState } from "react";
import type { GridSort } from "@/components/ui/grid/grid-order";
import { sortRows } from "./sort-rows";
import type { Column } from "./table";

/** The rows of a table in the order that its reader has chosen. */
export function useSorted<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  rowKey: (row: T) => string | number,
): {
  sorted: readonly T[];
  keyOf: (index: number) => string;
  sort: GridSort | null;
  onSort: (sort: GridSort) => void;
} {
  const [sort, onSort] = useState<GridSort | null>(null);
  const sorted = useMemo(() => {
    const sortBy = columns.find(({ id }) => id === sort?.column)?.sortBy;
    return sort === null || sortBy === undefined ? rows : sortRows(rows, sortBy, sort.direction);
  }, [rows, columns, sort]);
  const keyOf = useCallback(
    (index: number) => {
      const row = sorted[index];
      return row === undefined ? "" : String(rowKey(row));
    },
    [sorted, rowKey],
  );
  return { sorted, keyOf, sort, onSort };
}
