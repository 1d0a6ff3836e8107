import type { UnitBegin } from "@/lib/shared/units-of-systemd";
import { wordsOf } from "./read-units";
import { managerOf, runSystemd } from "./run-systemctl";

/** As long as a browser waits with some patience; systemd goes on. */
export const waitMs = 25_000;

const commands: Record<Exclude<UnitBegin, "nothing">, readonly string[]> = {
  start: ["start"],
  enable: ["enable"],
  "enable-now": ["enable", "--now"],
};

/** What is done with a unit that is there as it should be: that it does not start is no reason to take it away again, so that this is told and not thrown. */
export async function beginUnit(
  unit: string,
  { scope, begin }: { scope: string; begin: UnitBegin },
): Promise<{ isDone: boolean; said: string }> {
  if (begin === "nothing") return { isDone: true, said: "" };
  const args = [...managerOf(scope), "--no-ask-password", "--no-pager", ...commands[begin], "--", unit];
  const { code, said, isLate } = await runSystemd("systemctl", args, { ms: waitMs });
  return { isDone: !isLate, said: code === 0 || isLate ? "" : wordsOf(said) || String(code) };
}
