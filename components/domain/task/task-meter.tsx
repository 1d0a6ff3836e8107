"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- <progress> is not coloured alike in every browser */

import styles from "@/components/domain/transfer/panel.module.css";
import { shownName } from "@/lib/shared/shown-name";

/** Without a fraction the bar only says that something goes on. */
export function TaskMeter({ title, fraction }: { title: string; fraction: number | null }) {
  if (fraction === null)
    return <div className={styles["meter"]} role="progressbar" aria-label={shownName(title)} data-endless />;
  return (
    <div
      className={styles["meter"]}
      role="progressbar"
      aria-label={shownName(title)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(fraction * 100)}
    >
      <div className={styles["fill"]} style={{ inlineSize: `${fraction * 100}%` }} />
    </div>
  );
}
