import { pages } from "@/lib/client/urls";
import { journalPriorities, type JournalPriority } from "@/lib/shared/units-of-systemd";

export const journalTimes = ["all", "hour", "day", "week"] as const;
export type JournalTime = (typeof journalTimes)[number];

/** What the page's address asks for. */
export type JournalAddress = {
  unit: string;
  scope: string;
  text: string;
  priority: JournalPriority | null;
  time: JournalTime;
  /** An id, or empty for all. */
  boot: string;
};

type Params = { get: (name: string) => string | null };

const hourMs = 3_600_000;
const spans: Record<Exclude<JournalTime, "all">, number> = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs };

export function journalAddressOf(params: Params): JournalAddress {
  const priority = params.get("priority");
  const time = params.get("time");
  const boot = params.get("boot") ?? "";
  return {
    unit: params.get("unit") ?? "",
    scope: params.get("scope") ?? "",
    text: params.get("text") ?? "",
    priority: journalPriorities.find((one) => one === priority) ?? null,
    time: journalTimes.find((one) => one === time) ?? "all",
    boot: /^[0-9a-f]{32}$/.test(boot) ? boot : "",
  };
}

export function hrefOf({ unit, scope, text, priority, time, boot }: JournalAddress): string {
  const params = new URLSearchParams();
  if (unit !== "") params.set("unit", unit);
  if (scope !== "") params.set("scope", scope);
  if (text !== "") params.set("text", text);
  if (priority !== null) params.set("priority", priority);
  if (time !== "all") params.set("time", time);
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

export function askedOf(address: JournalAddress, nowMs: number) {
  const { time, boot } = address;
  return {
    ...followedOf(address),
    ...(boot === "" ? {} : { boot }),
    ...(time === "all" ? {} : { since: nowMs - spans[time] }),
  };
}
