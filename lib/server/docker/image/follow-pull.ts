import type { dockerImageChannels } from "@/lib/contracts/docker-images";
import { pause } from "@/lib/server/docker/pause";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { createLayers, type Layers } from "./layers";

/** No oftener: the daemon tells of every few kilobytes. */
const gapMs = 200;

type LivePull = { ownerId: string; layers: Layers; ears: Set<() => void>; isOver: boolean };

/** By task, from its beginning to its end. */
const pulls = new Map<string, LivePull>();

/** What a pull's task tells of its layers as it goes on; `end` when it is over, in whatever way. */
export function beginPull(taskId: string, ownerId: string) {
  const pull: LivePull = { ownerId, layers: createLayers(), ears: new Set(), isOver: false };
  pulls.set(taskId, pull);
  const tell = () => pull.ears.forEach((ear) => ear());
  return {
    layers: pull.layers,
    tell,
    end(): void {
      pull.isOver = true;
      pulls.delete(taskId);
      tell();
    },
  };
}

/** The layers of one's own pull, all of them each time, until it is over. One that is over, or of somebody else, ends at once. */
export const followPull: ChannelService<typeof dockerImageChannels.pull> = async (
  { task_id: taskId },
  { actor, signal },
  { send },
) => {
  const pull = pulls.get(taskId);
  if (pull === undefined || pull.ownerId !== userIdOf(actor)) return;
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const news = createArrivals<true>(until);
  const ear = () => {
    if (pull.isOver) over.abort();
    else news.add(true, "changed");
  };
  pull.ears.add(ear);
  try {
    ear();
    for await (const _ of news) {
      await send({ layers: pull.layers.all() });
      await pause(gapMs, until);
    }
    if (!signal.aborted) await send({ layers: pull.layers.all() });
  } finally {
    pull.ears.delete(ear);
  }
};
