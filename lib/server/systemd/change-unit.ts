import { AppError } from "@/lib/shared/errors";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { UnitAction } from "@/lib/shared/units-of-systemd";
import type { Service } from "@/lib/server/http/service";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { assertScope } from "./assert-scope";
import { waitMs } from "./begin-unit";
import { unitsChanged } from "./follow-units";
import { isNamedByCaller } from "./named-instance";
import { neededUnits } from "./needed-units";
import { wordsOf } from "./ask-systemctl";
import { managerOf, runSystemd } from "./run-systemctl";
import { takesMachineAlong } from "./unit-consequences";

const commands: Record<UnitAction, readonly string[]> = {
  start: ["start"],
  stop: ["stop"],
  restart: ["restart"],
  reload: ["reload"],
  enable: ["enable"],
  "enable-now": ["enable", "--now"],
  disable: ["disable"],
  "disable-now": ["disable", "--now"],
  mask: ["mask"],
  unmask: ["unmask"],
  "reset-failed": ["reset-failed"],
};

/** What ends a program of the unit. */
const stopping: ReadonlySet<UnitAction> = new Set(["stop", "restart", "disable-now"]);

/** What starts one. */
const starting: ReadonlySet<UnitAction> = new Set(["start", "restart", "enable-now"]);
/** A program that is there at all has begun by then. */
const settledMs = 400;

export const changeUnit: Service<typeof systemdContract.changeUnit> = async (
  { unit, scope, action },
  { actor, about },
) => {
  about(scope === "" ? `${unit} ${action}` : `${unit} ${action} (${scope})`);
  const account = await assertScope(scope, actor);
  const needed = await neededUnits({ scope, account });
  const endsItself = stopping.has(action) && needed.has(unit);
  if (!actor.isRoot && ((await takesMachineAlong(unit, action, needed)) || (await isNamedByCaller(unit, action))))
    assertRoot(actor);
  // What waits for its own end is not there to answer.
  const options = ["--no-ask-password", "--no-pager", ...(endsItself ? ["--no-block"] : [])];
  const args = [...managerOf(scope), ...options, ...commands[action], "--", unit];
  const { code, said, isLate } = await runSystemd("systemctl", args, { ms: waitMs });
  unitsChanged(scope);
  if (code !== 0 && !isLate) throw new AppError("systemd/failed", { text: wordsOf(said) });
  if (!isLate && !endsItself && starting.has(action)) await assertLasts(unit, scope);
  return { is_done: !isLate && !endsItself };
};

/** For most units systemd says that they have started as soon as there is a process. Throws systemd/ended-at-once for one that is gone already. */
async function assertLasts(unit: string, scope: string): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, settledMs));
  const args = [...managerOf(scope), "--no-pager", "show", "--property=ActiveState,SubState,Result", "--", unit];
  const { code, output } = await runSystemd("systemctl", args);
  // What cannot be asked now is told by the list.
  if (code !== 0) return;
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(output)?.[1] ?? "";
  if (valueOf("ActiveState") === "failed" || valueOf("SubState") === "auto-restart")
    throw new AppError("systemd/ended-at-once", { name: unit, text: valueOf("Result") });
}
