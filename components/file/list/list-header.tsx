"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual, nor laid out as tiles */

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ColumnName } from "@/components/domain/folder/folder-memory";
import { orderAfterClick, sortedColumn, type SortOrder } from "@/components/domain/entry/sort-rows";
import { PickBox } from "@/components/domain/list/entry-parts";
import styles from "./list-row.module.css";

type Props = {
  columns: readonly ColumnName[];
  sort: SortOrder;
  onSort: (sort: SortOrder) => void;
  picked: "none" | "some" | "all";
  onPickAll: (all: boolean) => void;
};

/** Column titles: a click sorts, another one turns the order round. */
export function ListHeader({ columns, sort, onSort, picked, onPickAll }: Props) {
  const t = useTranslations("file");
  const sorted = sortedColumn(sort);
  const title = (column: "name" | ColumnName) => {
    if (column === "mode") return t("column.mode");
    const isSorted = sorted?.column === column;
    return (
      <button type="button" onClick={() => onSort(orderAfterClick(column, sort))}>
        {t(`column.${column}`)}
        {isSorted ? (
          sorted.direction === "ascending" ? (
            <IconArrowUp size={13} aria-hidden />
          ) : (
            <IconArrowDown size={13} aria-hidden />
          )
        ) : null}
      </button>
    );
  };
  const sortOf = (column: "name" | ColumnName) => (sorted?.column === column ? sorted.direction : undefined);
  return (
    <div role="row" aria-rowindex={1} className={styles["header"]}>
      <span role="columnheader">
        <button
          type="button"
          role="checkbox"
          aria-checked={picked === "some" ? "mixed" : picked === "all"}
          aria-label={t("action.selectAll")}
          onClick={() => onPickAll(picked !== "all")}
        >
          <PickBox isPicked={picked === "all"} isMixed={picked === "some"} />
        </button>
      </span>
      <span role="columnheader" aria-sort={sortOf("name")}>
        {title("name")}
      </span>
      {columns.map((column) => (
        <span key={column} role="columnheader" className={styles[column]} aria-sort={sortOf(column)}>
          {title(column)}
        </span>
      ))}
      <span role="columnheader">
        <span className="visually-hidden">{t("column.menu")}</span>
      </span>
    </div>
  );
}
