"use client";

import { memo, type Ref } from "react";
import type { Column } from "./table";

type Props<T> = {
  row: T;
  columns: readonly Column<T>[];
  /** From 0; -1 for one that is drawn to be measured. */
  index: number;
  /** Not all rows are drawn: each says which it is. */
  isCounted: boolean;
  measure: Ref<HTMLTableRowElement> | undefined;
};

function Row<T>({ row, columns, index, isCounted, measure }: Props<T>) {
  return (
    <tr ref={measure} data-index={index} aria-rowindex={isCounted ? index + 2 : undefined}>
      {columns.map(({ id, renderCell, wideOnly, isLine, align }) => (
        <td key={id} data-wide={wideOnly || undefined} data-line={isLine || undefined} data-align={align}>
          {renderCell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Not drawn anew while one scrolls. */
export const TableRow = memo(Row) as typeof Row; // memo forgets the type parameter
