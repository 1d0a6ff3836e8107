"use client";

import { NativeSelect } from "@mantine/core";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { nextSort, type GridSort } from "@/components/ui/grid/grid-order";
import { IconButton } from "./icon-button";
import { useKitTexts } from "./kit-texts";
import styles from "./sort-choice.module.css";

export type SortOption = { id: string; title: string; firstDirection?: GridSort["direction"] | undefined };

type Props = {
  options: readonly SortOption[];
  /** Null: as the rows came. */
  sort: GridSort | null;
  onSort: (sort: GridSort) => void;
  /** Leads back to the order in which the rows came, where they have one. */
  onReset?: () => void;
};

/** Above the cards of a phone, which have no titles to tap on: what they are sorted by, also by what they do not show. */
export function SortChoice({ options, sort, onSort, onReset }: Props) {
  const texts = useKitTexts();
  const chosen = options.find(({ id }) => id === sort?.column);
  const choose = (id: string) => {
    const option = options.find((one) => one.id === id);
    if (option === undefined) onReset?.();
    else onSort(nextSort(sort ?? { column: "", direction: "up" }, id, option.firstDirection ?? "up"));
  };
  const direction = sort?.direction === "down" ? texts.descending : texts.ascending;
  return (
    <div className={styles["choice"]}>
      <NativeSelect
        size="xs"
        aria-label={texts.sortBy}
        value={chosen?.id ?? ""}
        data={[
          ...(onReset === undefined ? [] : [{ value: "", label: texts.defaultOrder }]),
          ...options.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {chosen === undefined ? null : (
        <IconButton
          label={texts.reverseOrder}
          icon={sort?.direction === "down" ? <IconSortDescending size={18} /> : <IconSortAscending size={18} />}
          onClick={() => choose(chosen.id)}
        />
      )}
      <output className="visually-hidden">{chosen === undefined ? "" : `${chosen.title}: ${direction}`}</output>
    </div>
  );
}
