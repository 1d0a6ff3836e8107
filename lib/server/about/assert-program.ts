import { AppError } from "@/lib/shared/errors";
import type { ProgramName } from "@/lib/shared/programs";
import { findProgram } from "@/lib/server/process/find-program";
import { isFromContainer, onHost } from "@/lib/server/process/on-host";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { wayTo } from "@/lib/server/process/way-to";
import type { Actor } from "@/lib/server/runtime/ctx";

export const answerMs = 5_000;
/** Those that are of use on the host only, if this is a container that may go there. */
export const ofHost: ReadonlySet<ProgramName> = new Set([
  "lsblk",
  "findmnt",
  "smartctl",
  "systemctl",
  "journalctl",
  "docker",
]);
const argsOf = (name: ProgramName) => (name === "docker" ? ["compose", "version"] : ["--version"]);
/** What each says of itself when it is asked for its version. */
const ownWord: Record<ProgramName, RegExp> = {
  lsblk: /lsblk/i,
  findmnt: /findmnt/i,
  smartctl: /smartctl/i,
  systemctl: /systemd/i,
  journalctl: /systemd/i,
  bwrap: /bubblewrap|bwrap/i,
  docker: /docker/i,
  rg: /ripgrep/i,
  "nvidia-smi": /nvidia/i,
};

/** Asks it for its version. `said`: what a program that does not work has to say. `isItself`: it answers as this program does. */
export async function askProgram(name: ProgramName, path: string) {
  const command = ofHost.has(name) ? await onHost([path], argsOf(name)) : { program: path, args: argsOf(name) };
  if (command === null) return { version: null, said: "", is_working: false, isItself: false };
  const { code, output, said } = await runToEnd(command, { ms: answerMs });
  const version = /\d+(?:\.\d+)+[\w.+~-]*|\b\d{2,4}\b/.exec(output)?.[0] ?? null;
  const isItself = ownWord[name].test(`${output}\n${said}`);
  return { version, said: code === 0 ? "" : said.trim().slice(0, 300), is_working: code === 0, isItself };
}

/**
 * The server runs it as whoever it runs as itself, for most as root: nobody else may be able to put another in its place. Throws about/no-program,
 * about/changeable-program, and auth/root-only for what lies on a container's host, which cannot be looked at from here.
 */
export async function assertSafeProgram(path: string, { isRoot }: Pick<Actor, "isRoot">): Promise<void> {
  if (await isFromContainer()) {
    if (!isRoot) throw new AppError("auth/root-only");
    return;
  }
  const way = (await findProgram([path])) === null ? null : await wayTo(path);
  if (way?.at(-1)?.isFile !== true) throw new AppError("about/no-program", { name: path });
  const own = process.getuid?.() ?? 0;
  if (way.some(({ uid, isOpen }) => isOpen || (uid !== 0 && uid !== own)))
    throw new AppError("about/changeable-program", { name: path });
}

/** As above, and throws about/other-program for one that works and says that it is another. */
export async function assertProgram(name: ProgramName, path: string, actor: Pick<Actor, "isRoot">): Promise<void> {
  await assertSafeProgram(path, actor);
  const { is_working: isWorking, isItself } = await askProgram(name, path);
  if (isWorking && !isItself) throw new AppError("about/other-program", { name, path });
}
