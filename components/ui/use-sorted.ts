"use client";

import { useCallback, useMemo, useState } from "react";
import type { GridSort } from "@/components/ui/grid/grid-order";
import { sortRows } from "./sort-rows";
import type { Column } from "./table";

export type TableOrder = {
  /** Null: as the rows came. */
  sort: GridSort | null;
  onSort: (sort: GridSort | null) => void;
};

export function useTableOrder(): TableOrder {
  const [sort, onSort] = useState<GridSort | null>(null);
  return { sort, onSort };
}

/** The rows of a table in the order that its reader has chosen. */
export function useSorted<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  rowKey: (row: T) => string | number,
  { sort }: TableOrder,
): { sorted: readonly T[]; keyOf: (index: number) => string } {
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
  return { sorted, keyOf };
}
