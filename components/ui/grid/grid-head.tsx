"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- of a grid that is no table */

import { useKitTexts } from "@/components/ui/kit-texts";
import { ariaSortOf, SortButton } from "@/components/ui/sort-button";
import type { GridColumn } from "./grid-column";
import { nextSort, type GridSort } from "./grid-order";
import styles from "./data-grid.module.css";

type Props<Row> = {
  columns: readonly GridColumn<Row>[];
  sort: GridSort;
  /** Null: on a phone, where titles are only read. */
  onSort: ((sort: GridSort) => void) | null;
  hasMenu: boolean;
};

export function GridHead<Row>({ columns, sort, onSort, hasMenu }: Props<Row>) {
  const texts = useKitTexts();
  return (
    <div role="rowgroup" className={styles["headGroup"]}>
      <div role="row" aria-rowindex={1} className={styles["head"]}>
        {columns.map(({ id, title, isNumber, compare, firstDirection = "up" }) => {
          const direction = sort.column === id ? sort.direction : null;
          return (
            <div key={id} role="columnheader" data-number={isNumber || undefined} aria-sort={ariaSortOf(direction)}>
              {compare === undefined || onSort === null ? (
                title
              ) : (
                <SortButton
                  title={title}
                  direction={direction}
                  onClick={() => onSort(nextSort(sort, id, firstDirection))}
                />
              )}
            </div>
          );
        })}
        {hasMenu ? (
          <div role="columnheader">
            <span className="visually-hidden">{texts.menu}</span>
          </div>
        ) : null}
      </div>
    </div>
  );
}
