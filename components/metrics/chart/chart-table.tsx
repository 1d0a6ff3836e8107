"use client";

import { useTranslations } from "next-intl";
import { valueAt, type Frame } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { ChartSpec } from "./chart-spec";
import styles from "./chart.module.css";

const mostRows = 12;

/** The same as a chart in words, the newest first: not more rows than can be read. */
export function ChartTable({ label, spec, frame }: { label: string; spec: ChartSpec; frame: Frame }) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  return (
    <table className={styles["table"]} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t("time")}</th>
          {spec.lines.map(({ key, label: line }) => (
            <th key={key} scope="col">
              {line}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(frame.times.length).map((index) => (
          <tr key={index}>
            <th scope="row">
              <time>{formats.time(frame.times[index] ?? 0, frame.stepMs)}</time>
            </th>
            {spec.lines.map(({ key }) => (
              <td key={key}>{formats.byUnit[spec.unit](valueAt(frame, key, index))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Points at equal distances, the last one first. */
function rowsOf(count: number): number[] {
  const every = Math.max(1, Math.ceil(count / mostRows));
  const rows: number[] = [];
  for (let index = count - 1; index >= 0; index -= every) rows.push(index);
  return rows;
}
