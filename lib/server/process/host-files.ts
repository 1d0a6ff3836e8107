import { randomId } from "@/lib/shared/units";
import { onHost } from "./on-host";
import { runToEnd } from "./run-to-end";

const programs = {
  cat: ["/usr/bin/cat", "/bin/cat"],
  chmod: ["/usr/bin/chmod", "/bin/chmod"],
  cp: ["/usr/bin/cp", "/bin/cp"],
  dd: ["/usr/bin/dd", "/bin/dd"],
  find: ["/usr/bin/find", "/bin/find"],
  mkdir: ["/usr/bin/mkdir", "/bin/mkdir"],
  mv: ["/usr/bin/mv", "/bin/mv"],
  rm: ["/usr/bin/rm", "/bin/rm"],
  rmdir: ["/usr/bin/rmdir", "/bin/rmdir"],
} as const;

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

/** A small text file of the machine that this one is on; null where there is none. Up to 1 MiB of it. */
export async function readHostFile(path: string): Promise<string | null> {
  const { code, output } = await run("cat", ["--", path]);
  return code === 0 ? output : null;
}

/**
 * Writes it whole or not at all, with the folder that it is in: with owner and rights of the file that was there, or else with `newMode`, by default that
 * of configuration, which everybody may read. Rejects with what the system says.
 */
export async function writeHostFile(path: string, text: string, { newMode = "644" } = {}): Promise<void> {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const temporary = `${folder}/.filedeck-${randomId(12)}`;
  await mustRun("mkdir", ["-p", "--", folder]);
  try {
    const { code: copied } = await run("cp", ["--attributes-only", "--preserve=all", "--", path, temporary]);
    await mustRun("dd", [`of=${temporary}`, "conv=fsync", "status=none"], text);
    if (copied !== 0) await mustRun("chmod", [newMode, "--", temporary]);
    await mustRun("mv", ["-fT", "--", temporary, path]);
  } catch (error) {
    await run("rm", ["-f", "--", temporary]);
    throw error;
  }
}

/** In octal; null where there is no such file. */
/** Removes a file, and its folder if that is empty then. */
export async function removeHostFile(path: string): Promise<void> {
  await mustRun("rm", ["-f", "--", path]);
  await run("rmdir", ["--", path.slice(0, path.lastIndexOf("/"))]);
}

/** Makes a folder for root alone. Rejects where something is there already, or what it is to be in is not. */
export async function makeHostFolder(path: string): Promise<void> {
  await mustRun("mkdir", ["-m", "700", "--", path]);
}

/** Makes a folder and those that it is in, for root alone, as far as they are not there. */
export async function ensureHostFolder(path: string): Promise<void> {
  await mustRun("mkdir", ["-p", "-m", "700", "--", path]);
}

/** Gives a folder another name, which must be that of nothing. */
export async function renameHostFolder(from: string, to: string): Promise<void> {
  await mustRun("mv", ["-T", "--", from, to]);
}

/** The files with one of these names in the folders of a folder, or in the folder itself with `depth` 1. */
export async function findHostFiles(folder: string, names: readonly string[], depth: 1 | 2): Promise<string[]> {
  const named = names.flatMap((name, index) => [...(index === 0 ? [] : ["-o"]), "-name", name]);
  const { output } = await run("find", [
    `${folder}/`,
    "-mindepth",
    String(depth),
    "-maxdepth",
    String(depth),
    "(",
    ...named,
    ")",
    "-print0",
  ]);
  return output
    .split("\0")
    .slice(0, -1)
    .map((path) => path.replaceAll(/\/{2,}/g, "/"));
}

async function mustRun(name: keyof typeof programs, args: readonly string[], input = ""): Promise<void> {
  const { code, said } = await run(name, args, input);
  if (code !== 0) throw new Error(said.trim() || `${name}: ${code}`);
}

async function run(name: keyof typeof programs, args: readonly string[], input = "") {
  const command = await onHost(programs[name], args);
  if (command === null) return { code: null, output: "", said: `${name} is missing` };
  return runToEnd(command, { ms: timeoutMs, maxBytes, input });
}
