import type { DownInputOf } from "@/lib/contracts/channel";
import type { tabChannels } from "@/lib/contracts/tab";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { findTabs, onTabsChanged } from "./tabs";

/** Tells one's own tabs, and every change of them. A slow reader gets the newest list. */
export const followTabs: ChannelService<typeof tabChannels.follow> = async (_, { db, actor, signal }, { send }) => {
  const userId = userIdOf(actor);
  const news = createArrivals<DownInputOf<typeof tabChannels.follow>>(signal);
  const stop = onTabsChanged((ownerId, list) => {
    if (ownerId === userId) news.add(list, "list");
  });
  try {
    await send(await findTabs(db, userId));
    for await (const list of news) await send(list);
  } finally {
    stop();
  }
};
