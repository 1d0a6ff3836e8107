import { readFileSync } from "node:fs";

type Process = { containerId: string; pid: number };

/**
 * Whether the process of this number is the container's. Docker names the numbers of its own machine, or of the machine that it is a guest in: here they may
 * be another's, or nobody's.
 */
export function isOfContainer({ containerId, pid }: Process): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || !/^[0-9a-f]{64}$/.test(containerId)) return false;
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "latin1").includes(containerId);
  } catch {
    return false;
  }
}
