import { limits } from "@/lib/server/base/limits";
import { joinGroup } from "@/lib/server/process/jail/control-groups";
import type { JailLimits } from "@/lib/server/process/jail/jail-plan";
import type { JailedPlan } from "./jailed-plan";

/** No user has an id like it: all decoders are in one group. */
const group = "decoders";

/** What a decoder may cost; `release` when it is over. `isRoot`: only root puts a program into a group. */
export function decoderLimits(
  { dataBytes, cpuSeconds, temporaryBytes }: JailedPlan["limits"],
  { isRoot }: { isRoot: boolean },
): { limits: JailLimits; release: () => void } {
  const { openFiles, lockedBytes, accountProcesses, outOfMemoryScore, group: bounds } = limits.previews.jail;
  const joined = isRoot ? joinGroup(group, bounds) : { files: [], release: () => {} };
  return {
    limits: {
      openFiles,
      dataBytes,
      lockedBytes,
      accountProcesses,
      outOfMemoryScore,
      cpuSeconds,
      fileBytes: temporaryBytes,
      groups: joined.files,
    },
    release: joined.release,
  };
}
