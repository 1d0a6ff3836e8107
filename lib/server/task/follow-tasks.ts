import type { DownInputOf } from "@/lib/contracts/channel";
import type { taskChannels } from "@/lib/contracts/task";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { onTaskChanged, onTasksSeen } from "./running-tasks";

/** Tells every change of one's own tasks, and of everyone's to root. A slow reader gets of each task the newest state. */
export const followTasks: ChannelService<typeof taskChannels.follow> = async (_, { actor, signal }, { send }) => {
  const news = createArrivals<DownInputOf<typeof taskChannels.follow>>(signal);
  const stops = [
    onTaskChanged((task, ownerId) => {
      if (actor.isRoot || ownerId === actor.userId) news.add({ changed: task }, task.id);
    }),
    onTasksSeen((ownerId) => {
      if (ownerId === actor.userId) news.add({ seen: true }, "seen");
    }),
  ];
  try {
    await send({ following: true });
    for await (const one of news) await send(one);
  } finally {
    for (const stop of stops) stop();
  }
};
