import { askedCard } from "@/lib/shared/alert-page";
import { liveSpanMs } from "@/lib/shared/metrics";

/** Live, or so long until now. */
export const ranges = ["live", "1h", "6h", "24h", "7d", "30d"] as const;
export type Range = (typeof ranges)[number];

const hourMs = 3_600_000;
export const spansMs = {
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": 24 * hourMs,
  "7d": 7 * 24 * hourMs,
  "30d": 30 * 24 * hourMs,
} as const satisfies Record<Exclude<Range, "live">, number>;

export const spanOfRange = (range: Range): number => (range === "live" ? liveSpanMs : spansMs[range]);

/** What the address asks for: a range, or two times. */
export type Shown = { range: Range } | { from: number; to: number };

/** Shorter than that there is nothing to see in the past. */
export const leastSpanMs = 300_000;

/** @param nowMs for what is asked for since some time: the least range that has it, and how it was before */
export function shownOf(search: URLSearchParams, nowMs: number): Shown {
  const [from, to] = [Number(search.get("from")), Number(search.get("to"))];
  if (Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && to - from >= leastSpanMs)
    return { from, to };
  const since = Number(search.get(askedCard.since));
  if (Number.isSafeInteger(since) && since > 0)
    return { range: ranges.find((range) => (nowMs - since) * 1.2 <= spanOfRange(range)) ?? "30d" };
  return { range: ranges.find((range) => range === search.get("range")) ?? "live" };
}
