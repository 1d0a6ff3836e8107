import type { dockerImageChannels, ImageRow } from "@/lib/contracts/docker-images";
import { limits } from "@/lib/server/base/limits";
import { patient } from "@/lib/server/base/patient";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { dockerPulse } from "@/lib/server/docker/docker-pulse";
import { followEvents } from "@/lib/server/docker/follow-events";
import { readEach } from "@/lib/server/runtime/read-rows";
import { usersAmong } from "./list-users";

const everyMs = 15_000;
const lateMs = patient(5_000);
const mostTags = 50;
const mostUsers = 20;

const images = createLiveRows<ImageRow>({
  everyMs,
  late: { ms: lateMs, error: "docker/slow" },
  pulse: dockerPulse,
  most: limits.images,
  listen(soon) {
    // Who uses an image is known of the containers.
    const stops = [followEvents("image", soon), followEvents("container", soon)];
    return () => stops.forEach((stop) => stop());
  },
  async read() {
    const [found, { rows: containers }] = await Promise.all([
      askDocker("", (docker, abortSignal) => docker.listImages({ abortSignal })),
      askContainers("", { all: true }),
    ]);
    const users = usersAmong(containers);
    return readEach("images", found, ({ Id, RepoTags, RepoDigests, Size, Created }) => {
      const usedBy = users.get(Id) ?? [];
      return {
        id: Id,
        tags: tagsOf(RepoTags).slice(0, mostTags),
        digests: tagsOf(RepoDigests).slice(0, mostTags),
        size: Size,
        created_at: Created * 1000,
        used_by: usedBy.slice(0, mostUsers),
        used_count: usedBy.length,
      };
    });
  },
});

export const followImages: ChannelService<typeof dockerImageChannels.images> = (_, { signal }, { send }) =>
  images.follow({ send, signal });

/** Something was done: whoever looks sees it at once. */
export const imagesChanged = images.soon;

/** Tags, or digests. The daemon calls what has no name `<none>`, or says null. */
export function tagsOf(tags: readonly string[] | null | undefined): string[] {
  return (tags ?? []).filter((tag) => !tag.includes("<none>"));
}
