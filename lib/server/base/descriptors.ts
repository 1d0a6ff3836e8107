import { readFileSync } from "node:fs";

const [, soft = ""] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
const most = soft === "" ? Infinity : Number(soft);

/** As many as wanted, but never more than this share of the descriptors that this process may have. */
export function shareOfDescriptors(wanted: number, share: number, all = most): number {
  return Math.max(1, Math.min(wanted, Math.floor(all * share)));
}
