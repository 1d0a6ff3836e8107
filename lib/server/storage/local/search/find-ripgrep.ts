import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { programPaths } from "@/lib/server/process/programs";

const state: { path: string | null } = { path: null };

/** The program that looks into files: the one that came with this program, else one of the machine's, else null. */
export async function findRipgrep(): Promise<string | null> {
  if (state.path !== null) return state.path;
  for (const path of [await findPackaged(), ...programPaths("rg")]) {
    if (path === null || !(await isProgram(path))) continue;
    state.path = path;
    break;
  }
  return state.path;
}

async function findPackaged(): Promise<string | null> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return null; // none for this kind of processor
  }
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
