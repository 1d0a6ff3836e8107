import { readlinkSync } from "node:fs";
import { readStat } from "./process-state";

/** More than any process has above it. */
const mostAbove = 100;

/** What has started this process, from its parent on, without the first process: a shell or npm that ends takes it along. */
export function processesAbove(): ReadonlySet<number> {
  const above = new Set<number>();
  let pid = process.ppid;
  while (pid > 1 && above.size < mostAbove && !above.has(pid)) {
    above.add(pid);
    pid = readStat(pid)?.parent ?? 0;
  }
  return above;
}

/** Whether a process is this one, one above it, or a part of it that runs as a process of its own. */
export const isOwnProcess = (pid: number): boolean => pid === process.pid || processesAbove().has(pid) || isWorker(pid);

/** Of what it has started, only what is this program again: all else is somebody's shell, or ends with what it does. */
function isWorker(pid: number): boolean {
  if (readStat(pid)?.parent !== process.pid) return false;
  try {
    return readlinkSync(`/proc/${pid}/exe`) === readlinkSync("/proc/self/exe");
  } catch {
    return false;
  }
}
