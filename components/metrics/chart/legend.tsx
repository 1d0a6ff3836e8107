"use client";

import { useStore } from "@/components/ui/use-store";
import { nearestIndex, summaryOf, valueAt, type Frame } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { ChartSpec } from "./chart-spec";
import { crosshair } from "./crosshair";
import styles from "./chart.module.css";

/** The lines of a chart with their values: where the mark is, else now, or on average of the past that is shown. */
export function Legend({ spec: { lines, unit }, frame }: { spec: ChartSpec; frame: Frame }) {
  const formats = useFormats();
  const at = useStore(crosshair);
  const index = at === null ? frame.times.length - 1 : nearestIndex(frame.times, at);
  const valueOf = (key: string) =>
    at === null && frame.stepMs !== null ? summaryOf(frame, key)?.average : valueAt(frame, key, index);
  return (
    <ul className={styles["legend"]} data-many={lines.length > 4 || undefined}>
      {lines.map(({ key, label, colour }) => (
        <li key={key}>
          <span className={styles["swatch"]} style={{ background: `var(--chart-${colour})` }} aria-hidden />
          <bdi className={styles["name"]} title={label}>
            {label}
          </bdi>
          <output className={styles["value"]} data-unit={unit}>
            {formats.byUnit[unit](valueOf(key))}
          </output>
        </li>
      ))}
    </ul>
  );
}
