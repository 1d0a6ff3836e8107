import type { aboutContract, Program } from "@/lib/contracts/about";
import { AppError, isAppError } from "@/lib/shared/errors";
import { programNames, type ProgramName } from "@/lib/shared/programs";
import type { Service } from "@/lib/server/http/service";
import { findProgram } from "@/lib/server/process/find-program";
import { isFromContainer, onHost } from "@/lib/server/process/on-host";
import { choosePrograms, programPaths } from "@/lib/server/process/programs";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { wayTo } from "@/lib/server/process/way-to";
import type { Actor } from "@/lib/server/runtime/ctx";
import { programsSetting } from "./about-settings";

const answerMs = 5_000;
/** Those that are of use on the host only, if this is a container that may go there. */
const ofHost: ReadonlySet<ProgramName> = new Set(["lsblk", "findmnt", "smartctl", "systemctl", "journalctl"]);
const argsOf = (name: ProgramName) => (name === "docker" ? ["compose", "version"] : ["--version"]);

export const listPrograms: Service<typeof aboutContract.listPrograms> = async () => ({
  programs: await Promise.all(programNames.map(findOut)),
});

async function findOut(name: ProgramName): Promise<Program> {
  const paths = programPaths(name);
  const chosen = programsSetting.get().paths[name] ?? null;
  const isOutside = ofHost.has(name) && (await isFromContainer());
  const path = isOutside ? (paths[0] ?? null) : await findProgram(paths);
  if (path === null) return { name, path, chosen, version: null, is_working: false };
  const { version, is_working } = await ask(name, path);
  // What is not there on the host has no path of its own.
  return { name, path: is_working || !isOutside ? path : null, chosen, version, is_working };
}

/** `said`: what a program that does not work has to say. */
async function ask(name: ProgramName, path: string) {
  const command = ofHost.has(name) ? await onHost([path], argsOf(name)) : { program: path, args: argsOf(name) };
  if (command === null) return { version: null, said: "", is_working: false };
  const { code, output, said } = await runToEnd(command, { ms: answerMs });
  const version = /\d+(?:\.\d+)+[\w.+~-]*|\b\d{2,4}\b/.exec(output)?.[0] ?? null;
  return { version, said: code === 0 ? "" : said.trim().slice(0, 300), is_working: code === 0 };
}

export const testProgram: Service<typeof aboutContract.testProgram> = async ({ name, path }, { actor }) => {
  await assertSafe(path, actor);
  return ask(name, path);
};

export const setPrograms: Service<typeof aboutContract.setProgramsSetting> = async ({ paths }, ctx) => {
  const before = programsSetting.get().paths;
  for (const name of programNames) {
    const path = paths[name];
    if (path !== undefined && path !== before[name]) await assertSafe(path, ctx.actor);
  }
  const stored = await programsSetting.write({ paths }, ctx);
  choosePrograms(stored.paths);
  return stored;
};

/**
 * The server runs it as whoever it runs as itself, for most as root: nobody else may be able to put another in its place. Throws about/no-program,
 * about/changeable-program, and auth/root-only for what lies on a container's host, which cannot be looked at from here.
 */
async function assertSafe(path: string, { isRoot }: Pick<Actor, "isRoot">): Promise<void> {
  if (await isFromContainer()) {
    if (!isRoot) throw new AppError("auth/root-only");
    return;
  }
  const way = (await findProgram([path])) === null ? null : await wayTo(path);
  if (way === null) throw new AppError("about/no-program", { name: path });
  const own = process.getuid?.() ?? 0;
  if (way.some(({ uid, isOpen }) => isOpen || (uid !== 0 && uid !== own)))
    throw new AppError("about/changeable-program", { name: path });
}

/** Null where it cannot be said. */
export async function runOnHost(name: ProgramName | "timedatectl", args: readonly string[]): Promise<string | null> {
  const paths = name === "timedatectl" ? ["/usr/bin/timedatectl", "/bin/timedatectl"] : programPaths(name);
  try {
    const command = await onHost(paths, args);
    return command === null ? null : (await runToEnd(command, { ms: answerMs })).output.trim();
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
