import { pages } from "@/lib/client/urls";
import type { AuditFilter } from "@/lib/contracts/audit";

export const outcomes = ["success", "failed"] as const;
type Outcome = (typeof outcomes)[number];

/** As it is in the address: days as `2026-01-31`, where the reader is. */
export type Filter = {
  username?: string;
  action?: string;
  target?: string;
  outcome?: Outcome | undefined;
  from?: string;
  to?: string;
  before?: number;
};

type Params = { get: (name: string) => string | null };

export function filterOf(params: Params): Filter {
  const textOf = (name: string) => params.get(name)?.trim() || undefined;
  const dayOf = (name: string) => (isDay(params.get(name)) ? (params.get(name) ?? undefined) : undefined);
  const before = Number(params.get("before"));
  return withoutNothing({
    username: textOf("username"),
    action: textOf("action"),
    target: textOf("target"),
    outcome: outcomes.find((one) => one === params.get("outcome")),
    from: dayOf("from"),
    to: dayOf("to"),
    before: Number.isInteger(before) && before > 0 ? before : undefined,
  });
}

export function addressOf(filter: Filter): string {
  const params = new URLSearchParams();
  for (const name of ["username", "action", "target", "outcome", "from", "to", "before"] as const)
    if (filter[name]) params.set(name, String(filter[name]));
  const query = params.toString();
  return query === "" ? pages.audit() : `${pages.audit()}?${query}`;
}

/** What the server is asked for: both days are in it, from midnight to midnight. */
export function askedBy({ from, to, username, action, target, outcome }: Filter): AuditFilter {
  return withoutNothing({
    username,
    action,
    target,
    outcome,
    since: from === undefined ? undefined : midnight(from, 0),
    until: to === undefined ? undefined : midnight(to, 1),
  });
}

function isDay(text: string | null): boolean {
  return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(midnight(text, 0));
}

function midnight(day: string, daysLater: number): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutNothing<T extends object>(values: T): Given<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<T>; // the same keys
}
