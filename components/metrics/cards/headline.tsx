"use client";

import type { ReactNode } from "react";
import styles from "./cards.module.css";

type Props = {
  /** In large figures; of several each has its name behind it. */
  values: readonly { value: string; name?: string }[];
  children?: ReactNode;
};

/** What a card says at a glance. */
export function Headline({ values, children }: Props) {
  return (
    <div className={styles["headline"]}>
      {values.map(({ value, name }) => (
        <span key={name ?? ""} className={styles["headlineValue"]}>
          {/* An output would be read out each second. */}
          <span className={styles["figure"]}>{value}</span>
          {name === undefined ? null : <span className={styles["aside"]}> {name}</span>}
        </span>
      ))}
      {children === undefined ? null : <span className={styles["aside"]}>{children}</span>}
    </div>
  );
}
