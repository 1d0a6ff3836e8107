"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- of a grid that is no table */

import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { useKitTexts } from "@/components/ui/kit-texts";
import type { GridColumn } from "./grid-column";
import { nextSort, type GridSort } from "./grid-order";
import styles from "./data-grid.module.css";

type Props<Row> = {
  columns: readonly GridColumn<Row>[];
  sort: GridSort;
  onSort: (sort: GridSort) => void;
  hasMenu: boolean;
};

export function GridHead<Row>({ columns, sort, onSort, hasMenu }: Props<Row>) {
  const texts = useKitTexts();
  return (
    <div role="rowgroup" className={styles["headGroup"]}>
      <div role="row" aria-rowindex={1} className={styles["head"]}>
        {columns.map(({ id, title, isNumber, compare, firstDirection = "up" }) => {
          const direction = sort.column === id ? sort.direction : null;
          const Arrow = direction === "up" ? IconChevronUp : IconChevronDown;
          return (
            <div
              key={id}
              role="columnheader"
              data-number={isNumber || undefined}
              aria-sort={direction === null ? undefined : direction === "up" ? "ascending" : "descending"}
            >
              {compare === undefined ? (
                title
              ) : (
                <button
                  type="button"
                  className={styles["sorter"]}
                  data-sorted={direction !== null || undefined}
                  onClick={() => onSort(nextSort(sort, id, firstDirection))}
                >
                  {title}
                  {direction === null ? null : <Arrow size={14} aria-hidden />}
                </button>
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
