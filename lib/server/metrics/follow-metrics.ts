import type { DownInputOf } from "@/lib/contracts/channel";
import type { metricsChannels } from "@/lib/contracts/metrics";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { describeMachineFor, localFolders } from "./describe-machine-for";
import { runningMetrics } from "./running";
import type { Known, Reading } from "./sampler";

type Message = DownInputOf<typeof metricsChannels.follow>;

/** Tells the last five minutes, then every reading. A slow reader gets the newest. */
export const followMetrics: ChannelService<typeof metricsChannels.follow> = async (_, ctx, { send }) => {
  const { sampler } = runningMetrics();
  const folders = await localFolders(ctx);
  const news = createArrivals<Known>(ctx.signal);
  const stop = sampler.follow((known) => news.add(known, "newest"));
  let told = "";
  async function tell(known: Known, readings: readonly Reading[]): Promise<void> {
    const machine = describeMachineFor(known, folders);
    const text = JSON.stringify(machine);
    const columns = inColumns(readings);
    await send(text === told ? columns : { machine, ...columns });
    told = text;
  }
  try {
    const known = sampler.known();
    if (known !== null) await tell(known, sampler.recent());
    for await (const next of news) await tell(next, [next.reading]);
  } finally {
    stop();
  }
};

/** Readings by their names, each a list as long as that of the times. */
export function inColumns(readings: readonly Reading[]): Pick<Message, "times" | "series"> {
  const keys = new Set(readings.flatMap(({ figures }) => Object.keys(figures)));
  return {
    times: readings.map(({ atMs }) => atMs),
    series: Object.fromEntries([...keys].map((key) => [key, readings.map(({ figures }) => figures[key] ?? null)])),
  };
}
