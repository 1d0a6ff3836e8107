import type { aboutContract, Program } from "@/lib/contracts/about";
import { AppError, isAppError } from "@/lib/shared/errors";
import { programNames, type ProgramName } from "@/lib/shared/programs";
import type { Service } from "@/lib/server/http/service";
import { findProgram } from "@/lib/server/process/find-program";
import { isFromContainer, onHost } from "@/lib/server/process/on-host";
import { programPaths } from "@/lib/server/process/programs";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { findCompose } from "@/lib/server/stack/find-compose";
import { programsSetting } from "./about-settings";
import { answerMs, askProgram, assertSafeProgram, ofHost } from "./assert-program";

export const listPrograms: Service<typeof aboutContract.listPrograms> = async () => ({
  programs: await Promise.all(programNames.map(findOut)),
});

async function findOut(name: ProgramName): Promise<Program> {
  const paths = await programPaths(name);
  const chosen = programsSetting.get().paths[name] ?? null;
  // Not run, as others can change it by now, or it is gone: a test of it says which.
  if (chosen !== null && !paths.includes(chosen))
    return { name, path: chosen, chosen, version: null, is_working: false };
  const isOutside = ofHost.has(name) && (await isFromContainer());
  const path = isOutside ? (paths[0] ?? null) : await findProgram(paths);
  if (path === null) return { name, path, chosen, version: null, is_working: false };
  // Compose may be a program of its own as well.
  const compose = name === "docker" ? await findCompose() : null;
  const { version, is_working } = compose === null ? await askProgram(name, path) : { ...compose, is_working: true };
  // What is not there on the host has no path of its own.
  return { name, path: is_working || !isOutside ? path : null, chosen, version, is_working };
}

export const testProgram: Service<typeof aboutContract.testProgram> = async ({ name, path }, ctx) => {
  await assertSafeProgram(name, path, ctx);
  const { isItself, ...told } = await askProgram(name, path);
  if (told.is_working && !isItself) throw new AppError("about/other-program", { name, path });
  return told;
};

/** Null where it cannot be said. */
export async function runOnHost(name: ProgramName | "timedatectl", args: readonly string[]): Promise<string | null> {
  const paths = name === "timedatectl" ? ["/usr/bin/timedatectl", "/bin/timedatectl"] : await programPaths(name);
  try {
    const command = await onHost(paths, args);
    return command === null ? null : (await runToEnd(command, { ms: answerMs })).output.trim();
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
