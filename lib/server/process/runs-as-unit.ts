import { readFileSync } from "node:fs";

/** Whether this program is a part of a unit of systemd's, and would end with it. */
export const runsAsUnit = (unit: string): boolean =>
  readFileSync("/proc/self/cgroup", "utf8").split(/[/\n]/).includes(unit);
