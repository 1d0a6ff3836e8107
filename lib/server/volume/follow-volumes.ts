import type { volumeChannels } from "@/lib/contracts/volume";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { dockerPulse } from "@/lib/server/docker/docker-pulse";
import { followEvents } from "@/lib/server/docker/follow-events";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { readVolumes, volumeSeenBy, type KnownVolume } from "./list-volumes";
import { countNowAndThen } from "./volume-sizes";

const everyMs = 5_000;
const lateMs = patient(4_000);

const volumes = createLiveRows<KnownVolume>({
  everyMs,
  late: { ms: lateMs, error: "docker/slow" },
  pulse: dockerPulse,
  most: limits.volumes,
  // A container that has a volume tells of both.
  listen: (soon) => followEvents("volume", soon),
  read: async () => {
    void tellSizes(); // never rejects
    return readVolumes();
  },
});

export const followVolumes: ChannelService<typeof volumeChannels.follow> = (_, { actor, signal }, { send }) =>
  volumes.follow({ send, signal, see: volumeSeenBy(actor) });

async function tellSizes(): Promise<void> {
  if (await countNowAndThen()) volumes.soon();
}

/** Something was done: whoever looks sees it at once. */
export function volumesChanged(): void {
  volumes.soon();
}
