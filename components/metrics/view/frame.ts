import type { Machine } from "@/lib/contracts/metrics";

/** Null: not known then. */
export type Points = readonly (number | null)[];

/** What is drawn: figures by their names (lib/shared/metrics.ts), a value for each of the times. */
export type Frame = {
  /** In milliseconds, ascending. */
  times: readonly number[];
  series: Readonly<Record<string, Points>>;
  /** The highest values of the steps whose averages `series` are; null: each is a single reading. */
  highest: Readonly<Record<string, Points>> | null;
  /** From one time to the next; null: as they came. */
  stepMs: number | null;
  /** What the time axis shows. */
  from: number;
  to: number;
};

/** The machine, its last reading, and what is drawn of it. */
export type View = {
  machine: Machine;
  /** Figures of the last reading. */
  now: Readonly<Record<string, number>>;
  frame: Frame;
};

/** The figure at a point of the frame; null: not known. */
export function valueAt(frame: Frame, key: string, index: number): number | null {
  return frame.series[key]?.[index] ?? null;
}

/** Of the point that is nearest to a time; -1 where there is none. */
export function nearestIndex(times: readonly number[], atMs: number): number {
  let [low, high] = [0, times.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (after === undefined) return -1;
  return before !== undefined && atMs - before < after - atMs ? low - 1 : low;
}

export type Summary = { average: number; highest: number; highestAt: number };

/** Of all points of a figure; null where none is known. */
export function summaryOf(frame: Frame, key: string): Summary | null {
  const peaks = frame.highest?.[key] ?? frame.series[key] ?? [];
  let [sum, count, highest, highestAt] = [0, 0, -Infinity, 0];
  for (const [index, value] of (frame.series[key] ?? []).entries()) {
    if (value === null) continue;
    sum += value;
    count++;
    const peak = peaks[index] ?? value;
    if (peak > highest) [highest, highestAt] = [peak, frame.times[index] ?? 0];
  }
  return count === 0 ? null : { average: sum / count, highest, highestAt };
}
