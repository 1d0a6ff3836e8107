import type { notifyChannels } from "@/lib/contracts/notify";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { noteLooking } from "./looking";
import { findMessages, onMessagesChanged } from "./messages";

/** Tells one's own messages, and again after every change. A slow reader gets the newest list. */
export const followMessages: ChannelService<typeof notifyChannels.follow> = async (
  _,
  { db, actor, signal },
  { send },
) => {
  const userId = userIdOf(actor);
  const news = createArrivals<true>(signal);
  // Whoever looks at a user's pages as an administrator is somebody else.
  const stops = [
    actor.viewer === null ? noteLooking(userId) : () => {},
    onMessagesChanged((ownerId) => ownerId === userId && news.add(true, "changed")),
  ];
  try {
    await send(await findMessages(db, userId));
    for await (const _change of news) await send(await findMessages(db, userId));
  } finally {
    for (const stop of stops) stop();
  }
};
