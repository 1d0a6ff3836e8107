import type { StackRow, stackChannels } from "@/lib/contracts/stack";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { whileAllowed } from "@/lib/server/docker/while-allowed";
import { dockerPulse } from "@/lib/server/docker/docker-pulse";
import { followEvents } from "@/lib/server/docker/follow-events";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { readStacks, withoutFolder } from "./list-stacks";

const everyMs = 5_000;
const lateMs = patient(4_000);

const stacks = createLiveRows<StackRow>({
  everyMs,
  late: { ms: lateMs, error: "docker/slow" },
  pulse: dockerPulse,
  most: limits.stacks,
  listen: (soon) => followEvents("container", soon),
  read: readStacks,
});

export const followStacks: ChannelService<typeof stackChannels.follow> = (_, ctx, { send }) => {
  const { isRoot } = ctx.actor;
  return whileAllowed(
    ctx,
    (now) => now.isRoot === isRoot,
    (signal) => stacks.follow({ send, signal, ...(isRoot ? {} : { see: withoutFolder }) }),
  );
};

/** Something was done: whoever looks sees it at once. */
export const stacksChanged = stacks.soon;
