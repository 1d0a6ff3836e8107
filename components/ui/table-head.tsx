"use client";

import { nextSort, type GridSort } from "@/components/ui/grid/grid-order";
import { ariaSortOf, SortButton } from "./sort-button";
import type { Column } from "./table";

type Props<T> = {
  columns: readonly Column<T>[];
  /** Null: as they came. */
  sort: GridSort | null;
  /** Null: it is for screen readers only, and nothing in it can be pressed. */
  onSort: ((sort: GridSort) => void) | null;
  rowIndex: number | undefined;
};

const unsorted: GridSort = { column: "", direction: "up" };

export function TableHead<T>({ columns, sort, onSort, rowIndex }: Props<T>) {
  return (
    <thead>
      <tr aria-rowindex={rowIndex}>
        {columns.map(({ id, title, wideOnly, align, width, isTitleHidden, sortBy, firstDirection = "up" }) => {
          const direction = sort?.column === id ? sort.direction : null;
          return (
            <th
              key={id}
              scope="col"
              data-wide={wideOnly || undefined}
              data-align={align}
              aria-sort={ariaSortOf(direction)}
              style={{ width }}
            >
              {isTitleHidden === true ? (
                <span className="visually-hidden">{title}</span>
              ) : sortBy === undefined || onSort === null ? (
                title
              ) : (
                <SortButton
                  title={title}
                  direction={direction}
                  onClick={() => onSort(nextSort(sort ?? unsorted, id, firstDirection))}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
