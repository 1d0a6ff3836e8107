import type { Condition } from "@/lib/shared/alerts";

/** What is known of one part of the machine under one rule; null: all is well. */
export type Tracked = {
  phase: "pending" | "firing";
  sinceMs: number;
  /** Since when it is well again, while that has not lasted long enough. */
  clearMs: number | null;
  value: number;
  worst: number;
};
export type TrackEvent = "fired" | "resolved" | null;
type Rule = Pick<Condition, "comparison" | "threshold" | "forSeconds">;

/** An alert ends when the value is better than the limit by this much of it: one that moves about the limit is one alert. */
const margin = 0.05;
/** So long at least, and as long as it took to begin if that is less than the most. */
const leastClearMs = 30_000;
const mostClearMs = 300_000;
/** A figure that is not there any more: the disk was unplugged, or nobody could read it. */
const goneMs = 300_000;

/** The next state of one part after a reading; `value` null: it has no such figure now. */
export function track(
  before: Tracked | null,
  value: number | null,
  { rule, nowMs }: { rule: Rule; nowMs: number },
): { after: Tracked | null; event: TrackEvent } {
  const isBroken = value !== null && isBeyond(value, rule);
  const known = before ?? (isBroken ? begin(value, nowMs) : null);
  if (known === null) return { after: null, event: null };
  const seen = value === null ? known : { ...known, value, worst: worseOf(known.worst, value, rule) };
  if (seen.phase === "pending") {
    if (!isBroken) return { after: null, event: null };
    const isLongEnough = nowMs - seen.sinceMs >= rule.forSeconds * 1000;
    return isLongEnough ? { after: { ...seen, phase: "firing" }, event: "fired" } : { after: seen, event: null };
  }
  if (value !== null && !isClear(value, rule)) return { after: { ...seen, clearMs: null }, event: null };
  const clearMs = seen.clearMs ?? nowMs;
  const neededMs = value === null ? goneMs : Math.min(mostClearMs, Math.max(leastClearMs, rule.forSeconds * 1000));
  return nowMs - clearMs >= neededMs
    ? { after: null, event: "resolved" }
    : { after: { ...seen, clearMs }, event: null };
}

function begin(value: number, nowMs: number): Tracked {
  return { phase: "pending", sinceMs: nowMs, clearMs: null, value, worst: value };
}

export function isBeyond(value: number, { comparison, threshold }: Rule): boolean {
  return comparison === "above" ? value >= threshold : value <= threshold;
}

function isClear(value: number, { comparison, threshold }: Rule): boolean {
  return comparison === "above" ? value < threshold * (1 - margin) : value > threshold * (1 + margin);
}

function worseOf(a: number, b: number, { comparison }: Rule): number {
  return comparison === "above" ? Math.max(a, b) : Math.min(a, b);
}
