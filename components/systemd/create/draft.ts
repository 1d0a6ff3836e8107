import type { UnitBegin } from "@/lib/shared/units-of-systemd";
import { wantsShell } from "@/lib/shared/split-words";
import {
  emptyService,
  isUnitStem,
  serviceProblems,
  serviceText,
  timerProblems,
  timerText,
  type ServiceFields,
  type UnitProblem,
} from "@/lib/shared/unit-text";

export type NewKind = "service" | "timer";
export type NewUnit = { unit: string; text: string };

export type DraftProblem = UnitProblem | "other";

/** What is filled in; of a timer `service` is used where it runs a command of its own. */
export type Draft = {
  kind: NewKind;
  /** Without its ending. */
  name: string;
  service: ServiceFields;
  /** Of a timer: whether it starts a unit that is there. */
  runsOther: boolean;
  other: string;
  calendar: string;
  isPersistent: boolean;
  randomDelay: string;
  startsNow: boolean;
  startsAtBoot: boolean;
};

export const emptyDraft = (kind: NewKind): Draft => ({
  kind,
  name: "",
  service: { ...emptyService, isOnce: kind === "timer", isTimed: kind === "timer" },
  runsOther: false,
  other: "",
  calendar: kind === "timer" ? "daily" : "",
  isPersistent: true,
  randomDelay: "",
  startsNow: true,
  startsAtBoot: true,
});

/** What is still missing or wrong, by its field. */
export function problemsOf(draft: Draft): ReadonlySet<DraftProblem> {
  const { kind, name, service, runsOther, other } = draft;
  const isCommand = kind === "service" || !runsOther;
  return new Set([
    ...(isUnitStem(name) && !name.endsWith("@") ? [] : (["name"] as const)),
    ...(isCommand ? serviceProblems(service) : []),
    ...(kind === "timer" ? timerProblems(timerOf(draft)) : []),
    ...(kind === "timer" && runsOther && !/^[A-Za-z0-9:_.\\@][A-Za-z0-9:_.\\@-]*\.[a-z]+$/.test(other)
      ? (["other"] as const)
      : []),
  ]);
}

/** The files that come of it, the one that is begun first. Only of a draft without problems. */
export function unitsOf(draft: Draft, scope: string): NewUnit[] {
  const { kind, name, service, runsOther } = draft;
  const own = { unit: `${name}.service`, text: serviceText(service, scope) };
  if (kind === "service") return [own];
  const timer = { unit: `${name}.timer`, text: timerText(timerOf(draft)) };
  return runsOther ? [timer] : [timer, own];
}

export function beginOf({ startsNow, startsAtBoot }: Draft): UnitBegin {
  if (startsAtBoot) return startsNow ? "enable-now" : "enable";
  return startsNow ? "start" : "nothing";
}

/** Whether the command would do something else without a shell than with one. */
export const looksLikeShell = ({ service }: Draft) => !service.inShell && wantsShell(service.command);

const timerOf = ({ service, calendar, isPersistent, randomDelay, runsOther, other }: Draft) => ({
  description: service.description,
  calendar,
  isPersistent,
  randomDelay,
  unit: runsOther ? other : "",
});
