import type { Frame, Points } from "@/components/metrics/view/frame";

/** Of the tokens `--chart-<n>`. */
export type ChartColour = 1 | 2 | 3 | 4 | 5 | 6;
export type ChartLine = { key: string; label: string; colour: ChartColour };

/** What a chart's values are: they set its axis. */
export type ChartUnit = "share" | "bytes" | "rate" | "celsius";

export type ChartSpec = {
  lines: readonly ChartLine[];
  unit: ChartUnit;
  /** One upon the other: together they are a whole. */
  isStacked?: boolean;
  /** Of the axis; without it as high as the values need. */
  max?: number | null;
};

/** Below so much, noise would look like a mountain. */
const leastMax = { share: 0.05, bytes: 1024 * 1024, rate: 16 * 1024, celsius: 40 } as const satisfies Record<
  ChartUnit,
  number
>;

/** The columns of a plot: times, lines (each on top of those before it where they are stacked), then highest values. */
export function columnsOf({ lines, isStacked = false }: ChartSpec, frame: Frame): [number[], ...(number | null)[][]] {
  const times = [...frame.times];
  const none = times.map(() => null);
  const plain = lines.map(({ key }): Points => frame.series[key] ?? none);
  const drawn = isStacked ? stacked(plain) : plain.map((points) => [...points]);
  const highest = isStacked ? [] : lines.map(({ key }) => [...(frame.highest?.[key] ?? none)]);
  return [times, ...drawn, ...(frame.highest === null ? [] : highest)];
}

function stacked(columns: readonly Points[]): (number | null)[][] {
  let below: Points | null = null;
  return columns.map((points) => {
    const base: Points | null = below;
    const sums = points.map((value, index) => (value === null ? null : value + (base?.[index] ?? 0)));
    below = sums;
    return sums;
  });
}

/** Both ends of the value axis, round enough for its lines. */
export function axisOf({ unit, max = null }: ChartSpec, columns: readonly Points[]): [number, number] {
  if (max !== null) return [0, max];
  let [low, high] = [Infinity, 0];
  for (const points of columns)
    for (const value of points) {
      if (value === null) continue;
      high = Math.max(high, value);
      low = Math.min(low, value);
    }
  const top = Math.max(high, leastMax[unit]);
  if (unit === "celsius")
    return [Math.min(20, Math.floor((low === Infinity ? 20 : low) / 10) * 10), Math.ceil((top + 1) / 10) * 10];
  return [0, unit === "share" ? Math.min(1, roundUp(top, 10)) : roundUp(top, 2)];
}

const parts = { 2: [1, 1.25, 1.5, 2], 10: [1, 1.5, 2, 3, 4, 5, 7.5, 10] } as const;

/** The next of the round numbers: bytes are counted in powers of two. */
function roundUp(value: number, base: 2 | 10): number {
  const power = base ** Math.floor(Math.log(value) / Math.log(base));
  return power * (parts[base].find((part) => part * power >= value) ?? base);
}
