import { AppError } from "@/lib/shared/errors";
import { onHost } from "@/lib/server/process/on-host";
import { programPaths } from "@/lib/server/process/programs";
import { runToEnd, type Outcome } from "@/lib/server/process/run-to-end";

const paths = {
  mount: ["/usr/bin/mount", "/bin/mount"],
  umount: ["/usr/bin/umount", "/bin/umount"],
  mkdir: ["/usr/bin/mkdir", "/bin/mkdir"],
  rmdir: ["/usr/bin/rmdir", "/bin/rmdir"],
} as const;
export type DiskTool = keyof typeof paths | "findmnt" | "smartctl";

export const pathsOf = async (name: DiskTool): Promise<readonly string[]> =>
  name === "findmnt" || name === "smartctl" ? programPaths(name) : paths[name];

export const diskToolMs = 20_000;

export async function hasDiskTool(name: DiskTool): Promise<boolean> {
  const command = await onHost(await pathsOf(name), ["--version"]);
  return command !== null && (await runToEnd(command, { ms: 5_000 })).code === 0;
}

/** Runs it to its end, see `runToEnd`; after 20 seconds it is ended. Throws disk/no-tool. */
export async function runDiskTool(name: DiskTool, args: readonly string[], { ms = diskToolMs } = {}): Promise<Outcome> {
  const command = await onHost(await pathsOf(name), args);
  if (command === null) throw new AppError("disk/no-tool", { name });
  return runToEnd(command, { ms });
}

/** As `runDiskTool`. Throws disk/failed with what the program says, sys/slow. */
export async function mustRunDiskTool(name: DiskTool, args: readonly string[]): Promise<string> {
  const { code, output, said, isLate } = await runDiskTool(name, args);
  if (isLate) throw new AppError("sys/slow");
  if (code !== 0) throw new AppError("disk/failed", { text: wordsOf(said, name) });
  return output;
}

/** The first line of what a program said, without its own name. */
export function wordsOf(said: string, name: string): string {
  const [first = ""] = said.trim().split("\n");
  return (first.startsWith(`${name}: `) ? first.slice(name.length + 2) : first).slice(0, 300);
}
