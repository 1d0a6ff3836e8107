import type { DownInputOf } from "@/lib/contracts/channel";
import type { fileChannels } from "@/lib/contracts/file";
import { toFileEntry } from "@/lib/server/entries/to-file-entry";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import type { FolderChange } from "@/lib/server/storage/storage";

type News = DownInputOf<typeof fileChannels.watch>;

/** Changes of a folder that wait for a slow reader: there are more of them than the listing is long, or soon will be. */
const maxWaiting = 50;

/** Tells what changes in a folder until it has gone. Who is too slow for all of it is told to list again. */
export const watchFolder: ChannelService<typeof fileChannels.watch> = async (
  { path },
  { storage, signal },
  { send },
) => {
  const changes = createArrivals<FolderChange>(signal);
  const note = (change: FolderChange) => {
    const isTooMuch = changes.count() >= maxWaiting;
    if (isTooMuch) changes.clear();
    changes.add(isTooMuch && !("gone" in change) ? { overflow: true } : change);
  };
  await storage.watch(path, note, signal);
  await send({ stamp: (await storage.stat(path)).mtimeMs });
  for await (const change of changes) {
    await send({ change: toNews(change) });
    if ("gone" in change) return;
  }
};

function toNews(change: FolderChange): Extract<News, { change: unknown }>["change"] {
  if ("gone" in change || "overflow" in change) return change;
  return { upsert: change.upsert.map(toFileEntry), removed: change.removed };
}
