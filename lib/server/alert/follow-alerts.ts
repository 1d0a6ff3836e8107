import type { alertChannels } from "@/lib/contracts/alert";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { maySee } from "./may-see";
import { onAlertsChanged, runningAlerts } from "./running";

/** Tells the alerts that go on, and again after every change. A slow reader gets the newest. */
export const followAlerts: ChannelService<typeof alertChannels.follow> = async (_, { actor, signal }, { send }) => {
  const news = createArrivals<true>(signal);
  const mine = () =>
    runningAlerts()
      .current()
      .filter((alert) => maySee(actor, alert));
  const stop = onAlertsChanged(() => news.add(true, "changed"));
  try {
    await send({ alerts: mine() });
    for await (const _change of news) await send({ alerts: mine() });
  } finally {
    stop();
  }
};
