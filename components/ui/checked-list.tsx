"use client";

import { Checkbox } from "@mantine/core";
import { useCallback, useRef, useState, type ReactNode } from "react";
import { useWindow } from "./use-window";
import styles from "./checked-list.module.css";

export type Choice = {
  id: string;
  label: ReactNode;
  /** On the other side of the line. */
  end?: ReactNode;
};

type Props = {
  /** Accessible name. */
  label: string;
  choices: readonly Choice[];
  isChosen: (id: string) => boolean;
  onChoose: (id: string, isChosen: boolean) => void;
  /** Stands above the others, such as a box for all of them. */
  head?: ReactNode;
};

const linePx = 33;

/** Things to be chosen from, a few or thousands: it scrolls by itself, and draws what is in sight. */
export function CheckedList({ label, choices, isChosen, onChoose, head }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [focused, setFocused] = useState("");
  const { parts, measure } = useWindow({
    body: list,
    list,
    count: choices.length,
    keyOf: useCallback((index: number) => choices[index]?.id ?? "", [choices]),
    rowPx: linePx,
    kept: choices.findIndex(({ id }) => id === focused),
  });
  return (
    <div className={styles["frame"]}>
      {head === undefined ? null : <div className={styles["line"]}>{head}</div>}
      <div className={styles["scroller"]}>
        <ul ref={list} aria-label={label} className={styles["list"]}>
          {parts.map((part) => {
            if (part.kind === "gap") return <li key={part.key} aria-hidden style={{ blockSize: part.sizePx }} />;
            const choice = choices[part.index];
            if (choice === undefined) return null;
            const { id, label: words, end } = choice;
            return (
              <li
                key={id}
                ref={measure}
                data-index={part.index}
                aria-setsize={choices.length}
                aria-posinset={part.index + 1}
                className={styles["line"]}
              >
                <Checkbox
                  size="xs"
                  className={styles["name"] ?? ""}
                  label={words}
                  checked={isChosen(id)}
                  onFocus={() => setFocused(id)}
                  onChange={({ currentTarget: { checked } }) => onChoose(id, checked)}
                />
                {end === undefined ? null : <span className={styles["end"]}>{end}</span>}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}
