import { AppError } from "@/lib/shared/errors";
import { managerOf, runSystemd } from "./run-systemctl";
import { systemdMissing } from "./systemd-missing";

/** What systemctl says. Throws systemd/missing, systemd/no-manager, systemd/failed. */
export async function ask(scope: string, args: readonly string[]): Promise<string> {
  const { code, output, said, isLate } = await runSystemd("systemctl", [...managerOf(scope), "--no-pager", ...args]);
  if (code === 0) return output;
  if (isLate) throw new AppError("sys/slow");
  // Where systemd does not run there is the program, but no answer.
  if (scope === "" && /bus|not been booted|Host is down/i.test(said)) throw await systemdMissing();
  if (scope !== "") throw new AppError("systemd/no-manager", { name: scope });
  throw new AppError("systemd/failed", { text: wordsOf(said) });
}

/** The first line of what a program said went wrong; not of what went well before that. */
export function wordsOf(said: string): string {
  const lines = said.trim().split("\n");
  return (lines.find((line) => !/^(?:Created|Removed) /.test(line)) ?? "").slice(0, 300);
}
