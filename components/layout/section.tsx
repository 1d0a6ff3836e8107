"use client";

import { useId, type ReactNode } from "react";
import styles from "./page.module.css";

type Props = { title: string; hint?: ReactNode; actions?: ReactNode; children: ReactNode };

/** A titled part of a page, in a frame. */
export function Section({ title, hint, actions, children }: Props) {
  const id = useId();
  return (
    <section className={styles["section"]} aria-labelledby={id}>
      <div className={styles["sectionHead"]}>
        <div>
          <h2 id={id} className={styles["sectionTitle"]}>
            {title}
          </h2>
          {hint === undefined ? null : <div className={styles["hint"]}>{hint}</div>}
        </div>
        {actions}
      </div>
      <div className={styles["sectionBody"]}>{children}</div>
    </section>
  );
}
