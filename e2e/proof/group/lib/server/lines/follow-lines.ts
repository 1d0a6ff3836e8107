import type { linesChannels, Unit } from "@/lib/contracts/lines";
import { AppError } from "@/lib/shared/errors";
import { parentOf } from "@/lib/shared/paths";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { countIn } from "./count-lines";

/** Counts anew when the folder says that something has changed, and when the browser asks for another unit. */
export const followLines: ChannelService<typeof linesChannels.follow> = async (
  { path },
  { storage, signal },
  { send, received },
) => {
  const folder = parentOf(path);
  if (folder === null) throw new AppError("file/not-file");
  let unit: Unit = "lines";
  // Under one key: what waits is said once, however often it is asked for.
  const asked = createArrivals<"count">(signal);
  const ask = () => asked.add("count", "count");
  const listen = async () => {
    for await (const wanted of received) {
      ({ unit } = wanted);
      ask();
    }
  };
  const tell = async () => {
    for await (const _ of asked) {
      const counted = await countIn(path, { storage, signal });
      await send({ is_bytes: unit === "bytes", count: counted[unit] });
    }
  };
  await storage.watch(folder, ask, signal);
  ask();
  await Promise.all([listen(), tell()]);
};
