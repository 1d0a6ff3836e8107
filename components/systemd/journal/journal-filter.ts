import { pages } from "@/lib/client/urls";
import { journalPriorities, type JournalPriority } from "@/lib/shared/units-of-systemd";

export const journalTimes = ["all", "hour", "day", "week", "custom"] as const;
export type JournalTime = (typeof journalTimes)[number];

/** What the page's address asks for. */
export type JournalAddress = {
  unit: string;
  scope: string;
  text: string;
  priority: JournalPriority | null;
  time: JournalTime;
  /** For a time of one's own, as a field for times has them; empty: open to that side. */
  from: string;
  to: string;
  /** An id, or empty for all. */
  boot: string;
};

type Params = { get: (name: string) => string | null };

const hourMs = 3_600_000;
const spans: Record<Exclude<JournalTime, "all" | "custom">, number> = {
  hour: hourMs,
  day: 24 * hourMs,
  week: 7 * 24 * hourMs,
};

export function journalAddressOf(params: Params): JournalAddress {
  const priority = params.get("priority");
  const time = params.get("time");
  const boot = params.get("boot") ?? "";
  const momentOf = (name: string) => {
    const text = params.get(name) ?? "";
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text) ? text : "";
  };
  return {
    unit: params.get("unit") ?? "",
    scope: params.get("scope") ?? "",
    text: params.get("text") ?? "",
    priority: journalPriorities.find((one) => one === priority) ?? null,
    time: journalTimes.find((one) => one === time) ?? "all",
    from: momentOf("from"),
    to: momentOf("to"),
    boot: /^[0-9a-f]{32}$/.test(boot) ? boot : "",
  };
}

export function hrefOf({ unit, scope, text, priority, time, from, to, boot }: JournalAddress): string {
  const params = new URLSearchParams();
  if (unit !== "") params.set("unit", unit);
  if (scope !== "") params.set("scope", scope);
  if (text !== "") params.set("text", text);
  if (priority !== null) params.set("priority", priority);
  if (time !== "all") params.set("time", time);
  if (time === "custom" && from !== "") params.set("from", from);
  if (time === "custom" && to !== "") params.set("to", to);
  if (boot !== "") params.set("boot", boot);
  const query = params.toString();
  return query === "" ? pages.journal() : `${pages.journal()}?${query}`;
}

/** What the channel is asked for: from now on there are neither times nor boots. */
export function followedOf({ unit, scope, text, priority }: JournalAddress) {
  return {
    scope,
    ...(unit === "" ? {} : { unit }),
    ...(text === "" ? {} : { text }),
    ...(priority === null ? {} : { priority }),
  };
}

/** What has an end in the past does not go on. */
export const goesOn = ({ time, to }: JournalAddress): boolean => time !== "custom" || to === "";

export function askedOf(address: JournalAddress, nowMs: number) {
  const { boot } = address;
  return { ...followedOf(address), ...(boot === "" ? {} : { boot }), ...rangeOf(address, nowMs) };
}

function rangeOf({ time, from, to }: JournalAddress, nowMs: number): { since?: number; until?: number } {
  if (time === "all") return {};
  if (time !== "custom") return { since: nowMs - spans[time] };
  const [since, until] = [Date.parse(from), Date.parse(to)];
  // All of the second or the minute that is named.
  const wholeMs = to.length > "2026-01-01T00:00".length ? 999 : 59_999;
  return { ...(Number.isNaN(since) ? {} : { since }), ...(Number.isNaN(until) ? {} : { until: until + wholeMs }) };
}
