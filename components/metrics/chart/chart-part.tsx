"use client";

import type { Frame } from "@/components/metrics/view/frame";
import type { Alert } from "@/lib/contracts/alert";
import { marksIn } from "./alert-marks";
import { Chart } from "./chart";
import type { ChartSpec } from "./chart-spec";
import { ChartTable } from "./chart-table";
import { Legend } from "./legend";
import { MarkList } from "./mark-list";

export type ChartWay = {
  /** Rows instead of lines. */
  isTable: boolean;
  onZoom: ((range: { from: number; to: number }) => void) | null;
  /** About what the chart shows. */
  alerts: readonly Alert[];
};

type Props = ChartWay & { label: string; spec: ChartSpec; frame: Frame };

/** A chart with its legend, or its table; in words, too, the alerts that it marks. */
export function ChartPart({ label, spec, frame, isTable, onZoom, alerts }: Props) {
  const marks = marksIn(alerts, frame);
  return (
    <div>
      {isTable ? (
        <ChartTable label={label} spec={spec} frame={frame} />
      ) : (
        <>
          <Chart label={label} spec={spec} frame={frame} marks={marks} onZoom={onZoom} />
          <Legend spec={spec} frame={frame} />
        </>
      )}
      <MarkList label={label} marks={marks} isHidden={!isTable} />
    </div>
  );
}
