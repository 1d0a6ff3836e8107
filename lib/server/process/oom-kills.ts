import { readFileSync } from "node:fs";

/** How many processes the kernel has ended since the machine started because memory was short, also of a container or a group; null: it doesn't say. proc_vmstat(5) */
export function countOomKills(): number | null {
  try {
    const count = /^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "latin1"))?.[1];
    return count === undefined ? null : Number(count);
  } catch {
    return null;
  }
}
