"use client";

import { NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import { useKitTexts } from "@/components/ui/kit-texts";
import type { GridColumn } from "./grid-column";
import { nextSort, type GridSort } from "./grid-order";
import styles from "./grid-tools.module.css";

type Props<Row> = { columns: readonly GridColumn<Row>[]; sort: GridSort; onSort: (sort: GridSort) => void };

/** Above the cards of a phone, which have no titles to tap on: what they are sorted by, also by what they do not show. */
export function GridSortChoice<Row>({ columns, sort, onSort }: Props<Row>) {
  const texts = useKitTexts();
  const sortable = columns.filter(({ compare }) => compare !== undefined);
  const choose = (id: string) => {
    const column = sortable.find((one) => one.id === id);
    if (column !== undefined) onSort(nextSort(sort, id, column.firstDirection ?? "up"));
  };
  return (
    <div className={styles["sort"]}>
      <NativeSelect
        size="xs"
        aria-label={texts.sortBy}
        value={sort.column}
        data={sortable.map(({ id, title }) => ({ value: id, label: title }))}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <IconButton
        label={texts.reverseOrder}
        icon={sort.direction === "up" ? <IconSortAscending size={18} /> : <IconSortDescending size={18} />}
        onClick={() => choose(sort.column)}
      />
    </div>
  );
}
