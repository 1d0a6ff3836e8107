"use client";

import { useKitTexts } from "@/components/ui/kit-texts";
import { useDelayed } from "@/components/ui/use-delayed";
import styles from "./state.module.css";

const widths = [42, 61, 35, 54, 47, 66, 39, 58];

/** Bars where rows will be, after 150 ms only: fast answers show no skeleton. */
export function LoadingState({ rows = 6 }: { rows?: number }) {
  const texts = useKitTexts();
  const isLate = useDelayed(true);
  return (
    <div className={styles["rows"]} aria-busy="true">
      <output className="visually-hidden">{isLate ? texts.loading : ""}</output>
      {isLate
        ? Array.from({ length: rows }, (_, index) => (
            <div key={index} className={styles["row"]}>
              <div className={styles["bar"]} style={{ inlineSize: `${widths[index % widths.length]}%` }} />
            </div>
          ))
        : null}
    </div>
  );
}
