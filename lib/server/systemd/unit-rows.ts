import type { UnitRow } from "@/lib/contracts/systemd";
import { isTemplate } from "@/lib/shared/units-of-systemd";
import { countOf, timeOf, type Clock, type Properties } from "./parse-show";

const maxText = 300;
const perCentOfMs = 1e6 / 100; // nanoseconds

export type Used = { nanoseconds: number; atMs: number };

export type ListedUnit = Pick<UnitRow, "id" | "description" | "load" | "active" | "sub">;
export type UnitDetails = Omit<UnitRow, keyof ListedUnit | "next" | "is_own" | "alias_of">;

export function detailsOf(properties: Properties, clock: Clock): UnitDetails {
  const text = (name: string) => properties.get(name) ?? "";
  const pid = countOf(properties, "MainPID");
  const since = timeOf(properties, "StateChangeTimestampMonotonic", clock);
  return {
    file: text("UnitFileState"),
    result: text("Result"),
    pid: pid === 0 ? null : pid,
    memory: countOf(properties, "MemoryCurrent"),
    cpu: null,
    tasks: countOf(properties, "TasksCurrent"),
    since,
    restarts: shownRestarts({ sub: text("SubState"), count: countOf(properties, "NRestarts") ?? 0, since, clock }),
    can_start: text("CanStart") === "yes",
    can_stop: text("CanStop") === "yes",
    can_reload: text("CanReload") === "yes",
  };
}

const manyRestarts = 3;
const recentMs = 10 * 60_000;
type Restarts = { sub: string; count: number; since: number | null; clock: Clock };

/** Between two ends it runs: one that was started anew several times says so then as well, until it has run for a while. systemd counts on until somebody starts it. */
function shownRestarts({ sub, count, since, clock }: Restarts): number | null {
  const isRecent = since !== null && clock.nowMs - since < recentMs;
  return (sub.startsWith("auto-restart") && count > 0) || (isRecent && count >= manyRestarts) ? count : null;
}

/** Of which nothing more is known yet. */
export const notAsked = ({ load }: ListedUnit): UnitDetails => ({
  ...nothing,
  can_start: load === "loaded",
  can_stop: load === "loaded",
});

/** Of a template, such as `getty@.service`, an instance can be started, never itself. */
export function notLoaded(id: string, file: string): Omit<UnitRow, "is_own" | "next" | "alias_of"> {
  return {
    ...nothing,
    id,
    description: "",
    load: file === "masked" ? "masked" : "not-loaded",
    active: "inactive",
    sub: "dead",
    file,
    can_start: !isTemplate(id) && file !== "masked",
  };
}

const nothing: UnitDetails = {
  file: "",
  result: "",
  pid: null,
  memory: null,
  cpu: null,
  tasks: null,
  since: null,
  restarts: null,
  can_start: false,
  can_stop: false,
  can_reload: false,
};

/** What it used of a processor between two looks, in per cent. */
export function shareOf(before: Used | undefined, now: Used | undefined): number | null {
  if (before === undefined || now === undefined) return null;
  const share = (now.nanoseconds - before.nanoseconds) / perCentOfMs / (now.atMs - before.atMs);
  return Math.max(0, Math.round(share * 10) / 10);
}

/** Of the files of units their states, by name. */
export function parseFiles(text: string): ReadonlyMap<string, string> {
  const listed: unknown = JSON.parse(text || "[]");
  if (!Array.isArray(listed)) return new Map();
  return new Map(
    listed.flatMap((one: unknown) => {
      const { unit_file: id, state } = fieldsOf(one);
      return typeof id === "string" && typeof state === "string" ? [[id, state] as const] : [];
    }),
  );
}

/** When they elapse, and did last, in ms since 1970, by the timer's name; null for never. */
export function parseTimers(text: string): ReadonlyMap<string, { next: number | null; last: number | null }> {
  const listed: unknown = JSON.parse(text || "[]");
  if (!Array.isArray(listed)) return new Map();
  return new Map(
    listed.flatMap((one: unknown) => {
      const { unit, next, last } = fieldsOf(one);
      return typeof unit === "string" ? [[unit, { next: toMs(next), last: toMs(last) }] as const] : [];
    }),
  );
}

/** From microseconds; 0 and the largest number there is stand for never. */
const toMs = (us: unknown): number | null =>
  typeof us === "number" && us > 0 && us < Number.MAX_SAFE_INTEGER ? Math.floor(us / 1000) : null;

/** All that systemd has loaded. */
export function parseUnits(text: string): ListedUnit[] {
  const listed: unknown = JSON.parse(text || "[]");
  if (!Array.isArray(listed)) return [];
  return listed.flatMap((one: unknown) => {
    const { unit, ...fields } = fieldsOf(one);
    if (typeof unit !== "string") return [];
    const of = (name: string) => (typeof fields[name] === "string" ? fields[name].slice(0, maxText) : "");
    return [{ id: unit, description: of("description"), load: of("load"), active: of("active"), sub: of("sub") }];
  });
}

const fieldsOf = (one: unknown): Record<string, unknown> => (typeof one === "object" && one !== null ? { ...one } : {});
