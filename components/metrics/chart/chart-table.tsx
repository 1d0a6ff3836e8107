"use client";

import { useTranslations } from "next-intl";
import { Table, type Column } from "@/components/ui/table";
import { valueAt, type Frame } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { ChartSpec } from "./chart-spec";
import styles from "./chart.module.css";

const mostRows = 30;

/** The same as a chart in words, the newest first: not more rows than can be read. */
export function ChartTable({ label, spec, frame }: { label: string; spec: ChartSpec; frame: Frame }) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const columns: Column<number>[] = [
    {
      id: "time",
      title: t("time"),
      renderCell: (index) => <time>{formats.time(frame.times[index] ?? 0, frame.stepMs)}</time>,
    },
    ...spec.lines.map(({ key, label: title }): Column<number> => ({
      id: key,
      title,
      align: "end",
      renderCell: (index) => formats.byUnit[spec.unit](valueAt(frame, key, index)),
    })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by keys as well
    <section className={styles["table"]} aria-label={label} tabIndex={0}>
      <Table
        label={label}
        columns={columns}
        rows={rowsOf(frame.times.length)}
        rowKey={(index) => frame.times[index] ?? index}
      />
    </section>
  );
}

/** Points at equal distances, the last one first. */
function rowsOf(count: number): number[] {
  const every = Math.max(1, Math.ceil(count / mostRows));
  const rows: number[] = [];
  for (let index = count - 1; index >= 0; index -= every) rows.push(index);
  return rows;
}
