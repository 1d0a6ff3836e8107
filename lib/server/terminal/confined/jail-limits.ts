import type { Logger } from "pino";
import { limits } from "@/lib/server/base/limits";
import type { JailLimits } from "@/lib/server/process/jail/jail-plan";
import { joinGroup } from "@/lib/server/process/jail/control-groups";

let isSaid = false;

/** What a jail of this user may cost; `release` when it is over. */
export function jailLimits(userId: string, log: Logger): { limits: JailLimits; release: () => void } {
  const { openFiles, dataBytes, lockedBytes, accountProcesses, outOfMemoryScore, group } = limits.confined;
  const { files, release, why } = joinGroup(userId, group);
  if (why !== null && !isSaid) {
    isSaid = true;
    log.info({ why }, "terminals have no control groups: they are bounded one by one, not all of a user together");
  }
  return {
    limits: { openFiles, dataBytes, lockedBytes, accountProcesses, outOfMemoryScore, groups: files },
    release,
  };
}
