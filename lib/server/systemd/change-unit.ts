import { AppError } from "@/lib/shared/errors";
import type { systemdContract } from "@/lib/contracts/systemd";
import type { UnitAction } from "@/lib/shared/units-of-systemd";
import type { Service } from "@/lib/server/http/service";
import { assertScope } from "./assert-scope";
import { waitMs } from "./begin-unit";
import { unitsChanged } from "./follow-units";
import { wordsOf } from "./ask-systemctl";
import { managerOf, runSystemd } from "./run-systemctl";

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

export const changeUnit: Service<typeof systemdContract.changeUnit> = async (
  { unit, scope, action },
  { actor, about },
) => {
  about(scope === "" ? `${unit} ${action}` : `${unit} ${action} (${scope})`);
  await assertScope(scope, actor);
  const args = [...managerOf(scope), "--no-ask-password", "--no-pager", ...commands[action], "--", unit];
  const { code, said, isLate } = await runSystemd("systemctl", args, { ms: waitMs });
  unitsChanged(scope);
  if (code !== 0 && !isLate) throw new AppError("systemd/failed", { text: wordsOf(said) });
  return { is_done: !isLate };
};
