export const logTimes = ["all", "quarter", "hour", "day", "custom"] as const;
export type LogTime = (typeof logTimes)[number];

/** Which part of a log is asked for; `from` and `to` count for a time of one's own, as a field for times has them. */
export type LogRange = { time: LogTime; from: string; to: string };

export const wholeLog: LogRange = { time: "all", from: "", to: "" };

const spans = { quarter: 15 * 60_000, hour: 3_600_000, day: 24 * 3_600_000 };

export function rangeOf({ time, from, to }: LogRange, nowMs: number): { since?: number; until?: number } {
  if (time === "all") return {};
  if (time !== "custom") return { since: nowMs - spans[time] };
  const [since, until] = [Date.parse(from), Date.parse(to)];
  return { ...(Number.isNaN(since) ? {} : { since }), ...(Number.isNaN(until) ? {} : { until }) };
}

/** What has an end in the past does not go on. */
export const goesOn = ({ time, to }: LogRange): boolean => time !== "custom" || to === "";
