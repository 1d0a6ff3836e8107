import { AppError } from "@/lib/shared/errors";
import { findProgram } from "@/lib/server/process/find-program";
import { programPaths } from "@/lib/server/process/programs";
import { spawnChild } from "@/lib/server/process/spawn-child";
import { systemdMissing } from "./systemd-missing";

const properties = ["LoadState", "WorkingDirectory", "Environment", "User", "Group"] as const;
export type UnitProperties = Record<(typeof properties)[number], string>;

const maxBytes = 1024 * 1024;
const answerMs = 10_000;

/** What systemd says of a unit, as it writes it. Throws systemd/missing, systemd/not-found. */
export async function findUnit(unit: string): Promise<UnitProperties> {
  const program = await findProgram(await programPaths("systemctl"));
  if (program === null) throw await systemdMissing();
  const said = await outputOf(program, ["show", "--no-pager", `--property=${properties.join(",")}`, "--", unit]);
  // Where systemd does not run there is the program, but no answer.
  if (said === null) throw await systemdMissing();
  const found: UnitProperties = { LoadState: "", WorkingDirectory: "", Environment: "", User: "", Group: "" };
  for (const name of properties) found[name] = new RegExp(`^${name}=(.*)$`, "m").exec(said)?.[1] ?? "";
  if (found.LoadState !== "loaded") throw new AppError("systemd/not-found", { name: unit });
  return found;
}

function outputOf(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawnChild(program, args, {
      stdio: ["ignore", "pipe", "ignore"],
      signal: AbortSignal.timeout(answerMs),
    });
    let text = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (more: string) => {
      if (text.length < maxBytes) text += more;
    });
    child.once("error", () => resolve(null));
    child.once("close", (code) => resolve(code === 0 ? text : null));
  });
}
