import { isTemplate, type UnitAction } from "@/lib/shared/units-of-systemd";
import { standInOf } from "./find-template";
import { isMachineState } from "./machine-states";
import type { Properties } from "./parse-show";
import { showUnits, wordsIn } from "./show-units";

/** What ends a program of the unit, now or with the next start of the machine. */
const stopping: ReadonlySet<UnitAction> = new Set(["stop", "restart", "disable", "disable-now", "mask"]);
const starting: ReadonlySet<UnitAction> = new Set(["start", "restart", "enable", "enable-now"]);

const pulledIn = ["Requires", "Wants", "BindsTo", "Upholds"] as const;
const conflicting = ["Conflicts", "ConflictedBy"] as const;
const stoppedWith = ["RequiredBy", "RequisiteOf", "BoundBy", "ConsistsOf", "PropagatesStopTo"] as const;
const startedAfter = ["OnFailure", "OnSuccess"] as const;
const machineActions = ["SuccessAction", "FailureAction", "StartLimitAction", "JobTimeoutAction"] as const;
const jobModes = ["OnFailureJobMode", "OnSuccessJobMode"] as const;
const asked = [
  "ActiveState",
  "Triggers",
  ...pulledIn,
  ...conflicting,
  ...stoppedWith,
  ...startedAfter,
  ...machineActions,
  ...jobModes,
];

/**
 * A unit that is concerned. `changes`: whether it begins or ends by that, and what is done when it has is done as well. One that runs already is not started,
 * but what it needs is.
 */
type Step = { name: string; does: "start" | "stop"; changes: "always" | "as-it-is" | "never" };

/** More than a start of all that a machine has; what has more to it is taken for harmful. */
const mostSteps = 3_000;

/**
 * Whether an action on a unit of the system's would stop what this program needs, or the machine: itself, by what conflicts with it, or by what it starts
 * in turn. `needed`: as `neededUnits` has them.
 */
export async function takesMachineAlong(
  unit: string,
  action: UnitAction,
  needed: ReadonlySet<string>,
): Promise<boolean> {
  if (isMachineState(unit)) return true;
  if (stopping.has(action) && needed.has(unit)) return true;
  // Of a template systemd tells nothing: it is what its instances are.
  const name = isTemplate(unit) ? standInOf(unit) : unit;
  let next: Step[] = [
    ...(stopping.has(action) ? [{ name, does: "stop", changes: "as-it-is" } as const] : []),
    ...(starting.has(action) ? [{ name, does: "start", changes: "always" } as const] : []),
  ];
  const seen = new Set<string>();
  while (next.length > 0) {
    for (const step of next) seen.add(keyOf(step));
    if (seen.size > mostSteps) return true;
    const byName = await unitsOf(next.map((step) => step.name));
    const further: Step[] = [];
    for (const step of next) {
      const found = byName.get(step.name);
      if (found === undefined) continue;
      // What it is really called.
      const known = { ...step, name: found.get("Id") ?? step.name };
      if (isHarmful(known, found, needed)) return true;
      further.push(...consequencesOf(known, found));
    }
    next = [...new Map(further.map((step) => [keyOf(step), step])).values()].filter((step) => !seen.has(keyOf(step)));
  }
  return false;
}

const keyOf = ({ name, does, changes }: Step) => `${does} ${changes} ${name}`;

/** By the names that were asked for: a name may be another unit's alias. */
async function unitsOf(names: readonly string[]): Promise<ReadonlyMap<string, Properties>> {
  const found = await showUnits("", [...new Set(names)], ["Names", ...asked]);
  return new Map(found.flatMap((unit) => wordsIn(unit, ["Id", "Names"]).map((name) => [name, unit] as const)));
}

const isActive = (found: Properties) => !/^(?:inactive|failed|)$/.test(found.get("ActiveState") ?? "");

const doesChange = ({ does, changes }: Step, found: Properties) =>
  changes === "always" || (changes === "as-it-is" && isActive(found) === (does === "stop"));

function isHarmful(step: Step, found: Properties, needed: ReadonlySet<string>): boolean {
  const { name, does } = step;
  if (does === "stop" ? needed.has(name) : isMachineState(name)) return true;
  if (does === "start" && wordsIn(found, conflicting).some((one) => needed.has(one))) return true;
  if (!doesChange(step, found)) return false;
  const isSet = (property: string) => !/^(?:none|)$/.test(found.get(property) ?? "");
  return machineActions.some(isSet) || jobModes.some((mode) => found.get(mode) === "isolate");
}

function consequencesOf(step: Step, found: Properties): Step[] {
  const steps = (properties: readonly string[], does: Step["does"], changes: Step["changes"]) =>
    wordsIn(found, properties).map((name) => ({ name, does, changes }));
  const changes = doesChange(step, found);
  const after = changes ? steps(startedAfter, "start", "always") : [];
  if (step.does === "stop") return [...after, ...steps(stoppedWith, "stop", "as-it-is")];
  return [
    ...after,
    ...(changes ? steps(["Triggers"], "start", "always") : []),
    ...steps(pulledIn, "start", changes ? "as-it-is" : "never"),
    ...steps(conflicting, "stop", "as-it-is"),
  ];
}
