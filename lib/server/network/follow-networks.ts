import type { networkChannels } from "@/lib/contracts/network";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { dockerPulse } from "@/lib/server/docker/docker-pulse";
import { followEvents } from "@/lib/server/docker/follow-events";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { networkSeenBy, readNetworks, type KnownNetwork } from "./list-networks";

const everyMs = 5_000;
const lateMs = patient(4_000);

const networks = createLiveRows<KnownNetwork>({
  everyMs,
  late: { ms: lateMs, error: "docker/slow" },
  pulse: dockerPulse,
  most: limits.networks,
  listen: (soon) => followEvents("network", soon),
  read: readNetworks,
});

export const followNetworks: ChannelService<typeof networkChannels.follow> = (_, { actor, signal }, { send }) =>
  networks.follow({ send, signal, see: networkSeenBy(actor) });

/** Something was done: whoever looks sees it at once. */
export const networksChanged = networks.soon;
