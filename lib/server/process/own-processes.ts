import { readFileSync, readlinkSync } from "node:fs";
import { spawnerPid } from "./spawner/spawner";

/** More than any process has above it. */
const mostAbove = 100;

/** What has started this process, from its parent on, without the first process: a shell or npm that ends takes it along. */
export function processesAbove(): ReadonlySet<number> {
  const above = new Set<number>();
  let pid = process.ppid;
  while (pid > 1 && above.size < mostAbove && !above.has(pid)) {
    above.add(pid);
    pid = parentOf(pid);
  }
  return above;
}

type Known = { pid: number; parent: number | null; program: string | null };

/** Whether a process is this one, one above it, or a part of it that runs as a process of its own. */
export const isOwnProcess = (known: Known): boolean =>
  known.pid === process.pid || processesAbove().has(known.pid) || isWorker(known);

/**
 * Of what it has started, itself or by the process that starts programs for it, only what is this program again, or may be: all else is somebody's shell, or ends with
 * what it does.
 */
const isWorker = ({ parent, program }: Known): boolean =>
  parent !== null &&
  (parent === process.pid || parent === spawnerPid()) &&
  (program === null || program === readlinkSync("/proc/self/exe"));

/** From `status`, which waits for nobody; 0 for one that has ended. */
export function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? "0");
  } catch {
    return 0;
  }
}
