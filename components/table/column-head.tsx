"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- of a grid that is no table */

import { useRef } from "react";
import { ariaSortOf, SortButton } from "@/components/ui/sort-button";
import styles from "./table.module.css";

type Props = {
  name: string;
  direction: "up" | "down" | null;
  onSort: () => void;
  widthPx: number;
  onWidth: (px: number) => void;
};

/** The title of a column: sorts by it, and is drawn wider at its end. By keys: Alt and an arrow on a cell. */
export function ColumnHead({ name, direction, onSort, widthPx, onWidth }: Props) {
  const start = useRef<{ x: number; widthPx: number } | null>(null);
  return (
    <span role="columnheader" className={styles["title"]} aria-sort={ariaSortOf(direction)} dir="auto">
      <SortButton title={name} direction={direction} onClick={onSort} />
      <span
        className={styles["edge"]}
        aria-hidden
        onPointerDown={(event) => {
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          start.current = { x: event.clientX, widthPx };
        }}
        onPointerMove={(event) => {
          if (start.current === null) return;
          const sign = getComputedStyle(event.currentTarget).direction === "rtl" ? -1 : 1;
          onWidth(start.current.widthPx + sign * (event.clientX - start.current.x));
        }}
        onPointerUp={() => {
          start.current = null;
        }}
      />
    </span>
  );
}
