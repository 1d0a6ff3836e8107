import type { stackChannels } from "@/lib/contracts/stack";
import { whileAllowed } from "@/lib/server/docker/while-allowed";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { lastOutputOf, listenToRuns } from "./last-runs";

/** A piece on its way. */
const pieceCharacters = 16 * 1024;

/** What Compose says of a stack, with what was said before. Slow readers hold nothing up: what they are late for may be let go. */
export const followOutput: ChannelService<typeof stackChannels.output> = ({ name }, ctx, { send }) => {
  assertRoot(ctx.actor);
  return whileAllowed(
    ctx,
    ({ isRoot }) => isRoot,
    async (signal) => {
      const news = createArrivals<true>(signal);
      const stop = listenToRuns(name, () => news.add(true, "news"));
      news.add(true, "news");
      let told: { run: string; upTo: number } | null = null;
      try {
        for await (const _ of news) {
          const now = lastOutputOf(name);
          if (now === null) {
            told = null;
            await send({ run: null, text: "", is_new: true, is_cut: false });
            continue;
          }
          const isNew: boolean = told === null || told.run !== now.id || told.upTo < now.left;
          const from: number = told === null || isNew ? 0 : told.upTo - now.left;
          const text = now.text.slice(from, from + pieceCharacters);
          told = { run: now.id, upTo: now.left + from + text.length };
          if (from + text.length < now.text.length) news.add(true, "news");
          await send({ run: now.run, text, is_new: isNew, is_cut: isNew && now.left > 0 });
        }
      } finally {
        stop();
      }
    },
  );
};
