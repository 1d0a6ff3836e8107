import { findProgram } from "@/lib/server/process/find-program";
import { programPaths } from "@/lib/server/process/programs";

let packaged: Promise<string | null> | null = null;

/** The program that looks into files: the one that came with this program, else one of the machine's, which is asked for anew each time, else null. */
export async function findRipgrep(): Promise<string | null> {
  packaged ??= findPackaged();
  return (await packaged) ?? findProgram(await programPaths("rg"));
}

async function findPackaged(): Promise<string | null> {
  try {
    return findProgram([(await import("@vscode/ripgrep")).rgPath]);
  } catch {
    return null; // none for this kind of processor
  }
}
