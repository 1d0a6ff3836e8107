"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { ProcessRow } from "@/lib/contracts/processes";

/** All together, whatever is searched for. */
export function ProcessSummary({ rows }: { rows: ReadonlyMap<string, ProcessRow> }) {
  const t = useTranslations("processes");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const programs = [...rows.values()].filter(({ is_kernel }) => !is_kernel);
  const sum = (get: (row: ProcessRow) => number) => programs.reduce((total, row) => total + get(row), 0);
  return (
    <span>
      {t("summary", {
        processes: programs.length,
        threads: sum(({ threads }) => threads),
        cpu: format.number(sum(({ cpu }) => cpu ?? 0) / 100, { style: "percent", maximumFractionDigits: 0 }),
        memory: formatSize(sum(({ memory }) => memory)),
      })}
    </span>
  );
}
