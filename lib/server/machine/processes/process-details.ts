import { readFileSync } from "node:fs";
import { compareNames } from "@/lib/shared/compare-names";
import { readProc } from "@/lib/server/machine/read-proc";
import { linkOf } from "./open-files";

/** Bytes: shared memory counted in parts, and what is swapped out. Null where the kernel does not let us. */
export function memoryOf(pid: number): { pss: number | null; swap: number | null } {
  const text = readProc(`/proc/${pid}/smaps_rollup`) ?? "";
  const field = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  };
  return { pss: field("Pss"), swap: field("Swap") };
}

export function programAndFolderOf(pid: number): { program: string | null; folder: string | null } {
  return { program: linkOf(`/proc/${pid}/exe`), folder: linkOf(`/proc/${pid}/cwd`) };
}

/** What it was started with, by name; what it has set since is told nowhere. */
export function environmentOf(pid: number): { name: string; value: string }[] {
  return (readWhole(`/proc/${pid}/environ`) ?? "")
    .split("\0")
    .filter((line) => line.includes("="))
    .map((line) => ({ name: line.slice(0, line.indexOf("=")), value: line.slice(line.indexOf("=") + 1) }))
    .toSorted((a, b) => compareNames(a.name, b.name));
}

/** Some are longer than what {@link readProc} has room for. */
function readWhole(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
