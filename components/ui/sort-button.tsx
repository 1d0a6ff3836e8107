"use client";

import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import styles from "./sort-button.module.css";

type Props = {
  title: string;
  /** Null: the rows are sorted by something else. */
  direction: "up" | "down" | null;
  onClick: () => void;
};

/** The title of a column by which rows can be sorted. */
export function SortButton({ title, direction, onClick }: Props) {
  const Arrow = direction === "up" ? IconChevronUp : IconChevronDown;
  return (
    <button type="button" className={styles["sorter"]} data-sorted={direction !== null || undefined} onClick={onClick}>
      {title}
      {direction === null ? null : <Arrow size={14} aria-hidden />}
    </button>
  );
}

export const ariaSortOf = (direction: Props["direction"]) =>
  direction === null ? undefined : direction === "up" ? "ascending" : "descending";
