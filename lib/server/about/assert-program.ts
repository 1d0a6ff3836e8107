import { AppError } from "@/lib/shared/errors";
import type { ProgramName } from "@/lib/shared/programs";
import type { Db } from "@/lib/server/db/open-db";
import { findProgram } from "@/lib/server/process/find-program";
import { isFromContainer, onHost } from "@/lib/server/process/on-host";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { wayTo, type Passed } from "@/lib/server/process/way-to";
import type { Actor } from "@/lib/server/runtime/ctx";
import { isChangeableByOthers } from "@/lib/server/session/is-changeable-by-others";

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
const argsOf = (name: ProgramName) => versionArguments.get(name) ?? ["--version"];
const versionArguments: ReadonlyMap<ProgramName, string[]> = new Map([
  ["docker", ["compose", "version"]],
  ["ffmpeg", ["-version"]],
]);
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
  ffmpeg: /ffmpeg/i,
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

/** Where distributions and administrators of the machine put programs, so that all find them by their names. */
const systemFolders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

type Chooser = { actor: Pick<Actor, "isRoot">; db: Db };

/**
 * The server runs it as whoever it runs as itself, for most as root: nobody else may be able to put another in its place, neither on the machine nor by Filedeck, which
 * writes files as that account. So who is no administrator chooses one of the system's own, under its own name. Throws about/no-program, about/changeable-program,
 * about/outside-program, and auth/root-only for what lies on a container's host, where owners cannot be looked at from here.
 */
export async function assertSafeProgram(name: ProgramName, path: string, { actor, db }: Chooser): Promise<void> {
  const isOutside = await isOnHostOf(name);
  if (isOutside && !actor.isRoot) throw new AppError("auth/root-only");
  if (!actor.isRoot && !systemFolders.some((folder) => path === `${folder}/${name}`))
    throw new AppError("about/outside-program", { name });
  const way = isOutside ? null : await wayToProgram(path);
  if (!isOutside && way === null) throw new AppError("about/no-program", { name: path });
  const isOthers = way?.some((passed) => isOfOthers(passed) || (!actor.isRoot && !isOfSystem(passed))) === true;
  if (isOthers || (await isChangeableByOthers(db, path, { isOfHost: isOutside })))
    throw new AppError("about/changeable-program", { name: path });
}

/** The same of one that was chosen, before each use of it. */
export async function isTrustedProgram(db: Db, name: ProgramName, path: string): Promise<boolean> {
  const isOutside = await isOnHostOf(name);
  const way = isOutside ? null : await wayToProgram(path);
  if (!isOutside && (way === null || way.some(isOfOthers))) return false;
  return !(await isChangeableByOthers(db, path, { isOfHost: isOutside }));
}

const isOnHostOf = async (name: ProgramName) => ofHost.has(name) && (await isFromContainer());

async function wayToProgram(path: string): Promise<Passed[] | null> {
  const way = (await findProgram([path])) === null ? null : await wayTo(path);
  return way?.at(-1)?.isFile === true ? way : null;
}

const isOfOthers = ({ uid, isOpen }: Passed) => isOpen || (uid !== 0 && uid !== (process.getuid?.() ?? 0));
const isOfSystem = ({ uid, isOpenToGroup }: Passed) => uid === 0 && !isOpenToGroup;

/** As {@link assertSafeProgram}, and throws about/other-program for one that works and says that it is another. */
export async function assertProgram(name: ProgramName, path: string, chooser: Chooser): Promise<void> {
  await assertSafeProgram(name, path, chooser);
  const { is_working: isWorking, isItself } = await askProgram(name, path);
  if (isWorking && !isItself) throw new AppError("about/other-program", { name, path });
}
