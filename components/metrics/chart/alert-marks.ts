import type { Alert } from "@/lib/contracts/alert";
import { nearestIndex, type Frame } from "@/components/metrics/view/frame";
import { importances } from "@/lib/shared/notify";

/** An alert where a chart shows it, cut at the ends of what is drawn. */
export type AlertMark = {
  alert: Alert;
  from: number;
  to: number;
  /** What happened within what is drawn. */
  hasBegun: boolean;
  hasEnded: boolean;
};

/** A mark is as wide as this part of the chart at least, for the eye and for the pointer. */
const leastShare = 1 / 120;

/** The alerts that a frame shows, the most important ones last: they lie on top. */
export function marksIn(alerts: readonly Alert[], { from, to }: Frame): AlertMark[] {
  const weight = ({ alert }: AlertMark) => importances.indexOf(alert.importance);
  return alerts
    .filter(({ since, resolved_at: end }) => since <= to && (end ?? to) >= from)
    .map((alert) => ({
      alert,
      from: Math.max(from, alert.since),
      to: Math.min(to, alert.resolved_at ?? to),
      hasBegun: alert.since >= from,
      hasEnded: alert.resolved_at !== null && alert.resolved_at <= to,
    }))
    .sort((a, b) => weight(a) - weight(b) || a.from - b.from);
}

/** Those at a time, the most important one first; what is short is met a little beside it as well. */
export function marksAt(marks: readonly AlertMark[], atMs: number, { from, to, stepMs }: Frame): AlertMark[] {
  const nearMs = Math.max((stepMs ?? 0) / 2, (to - from) * leastShare);
  return marks.filter((mark) => mark.from - nearMs <= atMs && atMs <= mark.to + nearMs).toReversed();
}

/** The point where the next alert begins or ends, round and round; null: there is none. From no point at all (-1) it is the first or the last. */
export function nextMarkIndex(
  marks: readonly AlertMark[],
  { times }: Frame,
  { index, isBack }: { index: number; isBack: boolean },
): number | null {
  const edges = marks.flatMap(({ from, to, hasBegun, hasEnded }) => [
    ...(hasBegun || !hasEnded ? [from] : []),
    ...(hasEnded ? [to] : []),
  ]);
  const points = [...new Set(edges.map((at) => nearestIndex(times, at)))].filter((at) => at >= 0).sort((a, b) => a - b);
  if (isBack) return points.findLast((at) => index < 0 || at < index) ?? points.at(-1) ?? null;
  return points.find((at) => at > index) ?? points[0] ?? null;
}
