import type { UnitBegin } from "@/lib/shared/units-of-systemd";
import { wordsOf } from "./ask-systemctl";
import { managerOf, runSystemd } from "./run-systemctl";

/** As long as a browser waits with some patience; systemd goes on. */
export const waitMs = 25_000;

/** Whether something can be enabled is not what is asked here: what has no [Install] is just started. */
const commands: Record<UnitBegin, readonly (readonly string[])[]> = {
  nothing: [],
  start: [["start"]],
  enable: [["--quiet", "enable"]],
  "enable-now": [["--quiet", "enable"], ["start"]],
};

/** What is done with a unit that is there as it should be: that it does not start is no reason to take it away again, so that this is told and not thrown. */
export async function beginUnit(
  unit: string,
  { scope, begin }: { scope: string; begin: UnitBegin },
): Promise<{ isDone: boolean; said: string }> {
  for (const command of commands[begin]) {
    const args = [...managerOf(scope), "--no-ask-password", "--no-pager", ...command, "--", unit];
    const { code, said, isLate } = await runSystemd("systemctl", args, { ms: waitMs });
    if (isLate) return { isDone: false, said: "" };
    if (code !== 0) return { isDone: true, said: wordsOf(said) || String(code) };
  }
  return { isDone: true, said: "" };
}
