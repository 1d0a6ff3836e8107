import { alertMeasures, type AlertMetric, alertMetrics } from "@/lib/shared/alerts";
import { parseMetricKey } from "@/lib/shared/metrics";
import type { Figures } from "@/lib/server/metrics/read-figures";
import type { Known } from "@/lib/server/metrics/sampler";

/** The value of each part of the machine by its name, "" for all of it. */
export type Parts = ReadonlyMap<string, number>;
export type Seen = ReadonlyMap<AlertMetric, Parts>;

const metricOf = new Map(
  alertMetrics.map((metric) => {
    const { kind, field, hasParts } = alertMeasures[metric];
    return [`${kind} ${field} ${hasParts}`, metric] as const;
  }),
);

/** Averages of the readings since the last time: one second among ten is no load. */
export function createFigureSums() {
  let sums = new Map<string, { sum: number; count: number }>();
  return {
    add(figures: Figures): void {
      for (const [key, value] of Object.entries(figures)) {
        const known = sums.get(key);
        if (known === undefined) sums.set(key, { sum: value, count: 1 });
        else {
          known.sum += value;
          known.count++;
        }
      }
    },
    take(): Figures {
      const figures = Object.fromEntries([...sums].map(([key, { sum, count }]) => [key, sum / count]));
      sums = new Map();
      return figures;
    },
  };
}

type Totals = { memoryBytes: number; swapBytes: number };

export function totalsOf({ counters: { memory } }: Pick<Known, "counters">): Totals {
  return { memoryBytes: memory.get("MemTotal") ?? 0, swapBytes: memory.get("SwapTotal") ?? 0 };
}

/** A figure as rules measure it: of memory and swap a share. Null: it has no such measure here. */
export function measuredAs(metric: AlertMetric, value: number, { memoryBytes, swapBytes }: Totals): number | null {
  if (metric === "memory") return memoryBytes > 0 ? value / memoryBytes : null;
  if (metric === "swap") return swapBytes > 0 ? value / swapBytes : null;
  return value;
}

/** Figures sorted by what rules are about. */
export function seenIn(figures: Figures, totals: Totals): Seen {
  const seen = new Map<AlertMetric, Map<string, number>>();
  for (const [key, value] of Object.entries(figures)) {
    const { kind, name, field } = parseMetricKey(key);
    const metric = metricOf.get(`${kind} ${field} ${name !== null}`);
    const measured = metric === undefined ? null : measuredAs(metric, value, totals);
    if (metric === undefined || measured === null) continue;
    const parts = seen.get(metric) ?? new Map<string, number>();
    seen.set(metric, parts.set(name ?? "", measured));
  }
  return seen;
}
