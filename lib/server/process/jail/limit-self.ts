import { writeFileSync } from "node:fs";
import type { JailLimits } from "./jail-plan";
import { getResourceLimit, joinEmptyKeyring, must, setResourceLimit } from "./native";

/** Numbers of setrlimit(2), on x86-64 and arm64. */
const resources = {
  cpu: 0,
  file: 1,
  data: 2,
  core: 4,
  processes: 6,
  openFiles: 7,
  locked: 8,
  queues: 12,
  nice: 13,
  realTime: 14,
};

/** What this process, and all that it becomes and starts, may cost. Limits only ever get lower. */
export function limitSelf({ groups, ...limits }: JailLimits): void {
  for (const group of groups) writeFileSync(group, "0");
  // Where the file is not ours the kernel chooses by itself.
  try {
    writeFileSync("/proc/self/oom_score_adj", String(limits.outOfMemoryScore));
  } catch {}
  if (limits.cpuSeconds !== undefined) limit("cpu", limits.cpuSeconds);
  if (limits.fileBytes !== undefined) limit("file", limits.fileBytes);
  limit("data", limits.dataBytes);
  limit("core", 0);
  limit("processes", limits.accountProcesses);
  limit("openFiles", limits.openFiles);
  limit("locked", limits.lockedBytes);
  limit("queues", 0);
  limit("nice", 0);
  limit("realTime", 0);
  joinEmptyKeyring();
}

/** Never more than there is: not every root may raise a limit. */
function limit(resource: keyof typeof resources, value: number): void {
  const both = Buffer.alloc(16);
  must(`getrlimit ${resource}`, getResourceLimit(resources[resource], both));
  const most = both.readBigUInt64LE(8);
  const wanted = BigInt(value) < most ? BigInt(value) : most;
  both.writeBigUInt64LE(wanted, 0);
  both.writeBigUInt64LE(wanted, 8);
  must(`setrlimit ${resource}`, setResourceLimit(resources[resource], both));
}
