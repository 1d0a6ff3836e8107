"use client";

import type { Frame } from "@/components/metrics/view/frame";
import { Chart } from "./chart";
import type { ChartSpec } from "./chart-spec";
import { ChartTable } from "./chart-table";
import { Legend } from "./legend";

export type ChartWay = {
  /** Rows instead of lines. */
  isTable: boolean;
  onZoom: ((range: { from: number; to: number }) => void) | null;
};

type Props = ChartWay & { label: string; spec: ChartSpec; frame: Frame };

/** A chart with its legend, or its table. */
export function ChartPart({ label, spec, frame, isTable, onZoom }: Props) {
  if (isTable) return <ChartTable label={label} spec={spec} frame={frame} />;
  return (
    <div>
      <Chart label={label} spec={spec} frame={frame} onZoom={onZoom} />
      <Legend spec={spec} frame={frame} />
    </div>
  );
}
