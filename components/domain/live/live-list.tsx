"use client";

import { Suspense, useState, type ReactNode } from "react";
import { DataGrid, type GridProps } from "@/components/ui/grid/data-grid";
import type { GridSort } from "@/components/ui/grid/grid-order";
import { EmptyState } from "@/components/ui/state/empty-state";

export type LiveListProps<Row extends { id: string }> = Omit<GridProps<Row>, "sort" | "onSort" | "empty"> & {
  /** How it is sorted at first. */
  sortedBy: GridSort;
  /** What is said instead of rows. */
  empty: { title: string; hint: string };
  /** What lies above the list, such as the details of a row; may be loaded with its first use. */
  children?: ReactNode;
};

/** The rows of a live table, in an order that the reader chooses, and what is open above them. */
export function LiveList<Row extends { id: string }>(props: LiveListProps<Row>) {
  const { sortedBy, empty, children, ...grid } = props;
  const [sort, setSort] = useState(sortedBy);
  return (
    <>
      <DataGrid {...grid} sort={sort} onSort={setSort} empty={<EmptyState title={empty.title} hint={empty.hint} />} />
      <Suspense>{children}</Suspense>
    </>
  );
}
