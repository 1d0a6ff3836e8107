import type { DownInputOf } from "@/lib/contracts/channel";
import type { fileChannels } from "@/lib/contracts/file";
import { limits } from "@/lib/server/base/limits";
import { nextSlice } from "@/lib/server/base/next-slice";
import { createWaits } from "@/lib/server/base/waits";
import { toFileEntry } from "@/lib/server/entries/to-file-entry";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import type { FolderChange } from "@/lib/server/storage/storage";

type News = DownInputOf<typeof fileChannels.watch>;

/** Changes of a folder that wait for a slow reader, and names in them: there are more of them than the listing is long, or soon will be. */
const maxWaiting = 50;
const maxNamesWaiting = 1_000;

const watching = createWaits(limits.watches);

/** Tells what changes in a folder until it has gone. Who is too slow for all of it is told to list again. Throws request/busy, request/overloaded. */
export const watchFolder: ChannelService<typeof fileChannels.watch> = ({ path }, ctx, { send }) =>
  watching(ctx.actor.userId ?? "", async () => {
    const { storage, signal } = ctx;
    const changes = createArrivals<FolderChange>(signal);
    let names = 0;
    const note = (change: FolderChange) => {
      names += namesIn(change);
      const isTooMuch = changes.count() >= maxWaiting || (changes.count() > 0 && names > maxNamesWaiting);
      if (isTooMuch) {
        changes.clear();
        names = 0;
      }
      changes.add(isTooMuch && !("gone" in change) ? { overflow: true } : change);
    };
    await storage.watch(path, note, signal);
    await send({ stamp: (await storage.stat(path)).mtimeMs });
    for await (const change of changes) {
      names -= namesIn(change);
      // However many look at the same folder, others have their turn between what is told to each.
      await nextSlice();
      await send({ change: toNews(change) });
      if ("gone" in change) return;
    }
  });

const namesIn = (change: FolderChange) => ("upsert" in change ? change.upsert.length + change.removed.length : 0);

function toNews(change: FolderChange): Extract<News, { change: unknown }>["change"] {
  if ("gone" in change || "overflow" in change) return change;
  return { upsert: change.upsert.map(toFileEntry), removed: change.removed };
}
