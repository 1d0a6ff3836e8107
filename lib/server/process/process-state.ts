import { readFileSync, readlinkSync } from "node:fs";
import { parseStat, type ProcessStat } from "./parse-stat";

/** What the kernel says of a process; null where there is none. */
export function readStat(pid: number): ProcessStat | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return null;
  }
}

/** Where a process is; null where that cannot be told. */
export function folderOf(pid: number | null): string | null {
  if (pid === null) return null;
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

/** Whether a shell waits at its terminal, which none of the programs that it has started has at the moment. */
export function hasTerminalToItself(shell: number | null): boolean {
  const stat = shell === null ? null : readStat(shell);
  return stat !== null && stat.state === "S" && stat.foreground === stat.group;
}

/** What runs in a bubblewrap, which starts one process that starts the program; null where there is none yet. */
export function programIn(bwrap: number): number | null {
  return [1, 2].reduce<number | null>((pid) => (pid === null ? null : firstChildOf(pid)), bwrap);
}

function firstChildOf(pid: number): number | null {
  try {
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ");
    return first === undefined || first === "" ? null : Number(first);
  } catch {
    return null;
  }
}
