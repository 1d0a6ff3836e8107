import type { sshChannels } from "@/lib/contracts/ssh";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { onConnectionsChanged } from "./connections";
import { describeHosts } from "./manage-hosts";

/** Tells the actor's hosts, and every change of them. A slow reader gets the newest list. */
export const followHosts: ChannelService<typeof sshChannels.follow> = async (_, ctx, { send }) => {
  const news = createArrivals<true>(ctx.signal);
  const stop = onConnectionsChanged(() => news.add(true, "changed"));
  try {
    await send(await describeHosts(ctx));
    for await (const _ of news) await send(await describeHosts(ctx));
  } finally {
    stop();
  }
};
