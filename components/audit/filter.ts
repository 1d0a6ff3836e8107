import { pages } from "@/lib/client/urls";
import type { AuditFilter } from "@/lib/contracts/audit";
import { outcomeKinds, type OutcomeKind } from "@/lib/shared/asking-errors";

/** As it is in the address: days as `2026-01-31`, with a time of day `2026-01-31T18:30`, where the reader is. `username` is a whole name, `start` how it starts. */
export type Filter = {
  username?: string;
  start?: string;
  action?: string;
  target?: string;
  outcome?: OutcomeKind | undefined;
  from?: string;
  to?: string;
  before?: number;
};

type Params = { get: (name: string) => string | null };

export function filterOf(params: Params): Filter {
  const textOf = (name: string) => params.get(name)?.trim() || undefined;
  const timeOf = (name: string) => (isTime(params.get(name)) ? (params.get(name) ?? undefined) : undefined);
  const before = Number(params.get("before"));
  return withoutNothing({
    username: textOf("username"),
    start: textOf("start"),
    action: textOf("action"),
    target: textOf("target"),
    outcome: outcomeKinds.find((one) => one === params.get("outcome")),
    from: timeOf("from"),
    to: timeOf("to"),
    before: Number.isInteger(before) && before > 0 ? before : undefined,
  });
}

export function addressOf(filter: Filter): string {
  const params = new URLSearchParams();
  for (const name of ["username", "start", "action", "target", "outcome", "from", "to", "before"] as const)
    if (filter[name]) params.set(name, String(filter[name]));
  const query = params.toString();
  return query === "" ? pages.audit() : `${pages.audit()}?${query}`;
}

/** What the server is asked for: both ends are in it, whole days or whole minutes. */
export function askedBy({ from, to, username, start, action, target, outcome }: Filter): AuditFilter {
  return withoutNothing({
    username,
    username_start: start,
    action,
    target,
    outcome,
    since: from === undefined ? undefined : momentOf(from),
    until: to === undefined ? undefined : momentAfter(to),
  });
}

/** For a field that has a time of day: the first or the last minute of a day that has none. */
export function withTimeOfDay(text: string, time: "00:00" | "23:59"): string {
  return text === "" || text.includes("T") ? text : `${text}T${time}`;
}

function isTime(text: string | null): boolean {
  return text !== null && /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?$/.test(text) && !Number.isNaN(momentOf(text));
}

function partsOf(text: string) {
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0] = text.split(/[-T:]/).map(Number);
  return { year, month: month - 1, date, hours, minutes };
}

function momentOf(text: string): number {
  const { year, month, date, hours, minutes } = partsOf(text);
  return new Date(year, month, date, hours, minutes).getTime();
}

function momentAfter(text: string): number {
  const { year, month, date, hours, minutes } = partsOf(text);
  const isDay = !text.includes("T");
  return new Date(year, month, date + (isDay ? 1 : 0), hours, minutes + (isDay ? 0 : 1)).getTime();
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutNothing<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>; // the same keys
}
