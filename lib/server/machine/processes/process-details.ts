import { closeSync, openSync, readSync } from "node:fs";
import { compareNames } from "@/lib/shared/compare-names";
import { limits } from "@/lib/server/base/limits";
import { readProc } from "@/lib/server/machine/read-proc";
import { linkOf, openFilesOf } from "./open-files";
import { connectionsOf } from "./process-sockets";

/** What else there is to know of a process. `withInside`: what only administrators see, too. */
export function detailsOf(pid: number, { withInside }: { withInside: boolean }) {
  const files = withInside ? openFilesOf(pid) : [];
  return {
    ...memoryOf(pid),
    sockets: connectionsOf(pid).slice(0, limits.openFiles),
    inside: withInside
      ? {
          program: linkOf(`/proc/${pid}/exe`),
          folder: linkOf(`/proc/${pid}/cwd`),
          files: files.slice(0, limits.openFiles),
          left: Math.max(0, files.length - limits.openFiles),
        }
      : null,
  };
}

/** Bytes: shared memory counted in parts, and what is swapped out. Null where the kernel does not let us. */
function memoryOf(pid: number): { pss: number | null; swap: number | null } {
  const text = readProc(`/proc/${pid}/smaps_rollup`) ?? "";
  const field = (name: string) => {
    const kib = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1];
    return kib === undefined ? null : Number(kib) * 1024;
  };
  return { pss: field("Pss"), swap: field("Swap") };
}

export type Environment = {
  variables: { name: string; value: string }[];
  /** There are more, which are not read. */
  isCut: boolean;
};

/** What it was started with, by name; what it has set since is told nowhere. Whoever starts a program chooses how much that is. */
export function environmentOf(pid: number): Environment {
  const { text, isCut } = readBeginning(`/proc/${pid}/environ`, limits.environment.bytes);
  const lines = text.split("\0", limits.environment.variables + 1).filter((line) => line.includes("="));
  const variables = lines
    .slice(0, limits.environment.variables)
    .map((line) => ({ name: line.slice(0, line.indexOf("=")), value: line.slice(line.indexOf("=") + 1) }))
    .toSorted((a, b) => compareNames(a.name, b.name));
  return { variables, isCut: isCut || lines.length > variables.length };
}

/** Empty where it may not be read. */
function readBeginning(path: string, mostBytes: number): { text: string; isCut: boolean } {
  const bytes = Buffer.alloc(mostBytes + 1);
  let length = 0;
  try {
    const descriptor = openSync(path, "r");
    try {
      // The kernel gives a page at a time.
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(descriptor, bytes, length, bytes.length - length, length);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return { text: "", isCut: false };
  }
  return { text: bytes.toString("utf8", 0, Math.min(length, mostBytes)), isCut: length > mostBytes };
}
