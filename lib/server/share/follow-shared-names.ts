import type { shareChannels } from "@/lib/contracts/share";
import { limits } from "@/lib/server/base/limits";
import { createWaits } from "@/lib/server/base/waits";
import { onSharesChanged, sharedNames } from "@/lib/server/entries/kept/shared-names";
import { createArrivals } from "@/lib/server/realtime/arrivals";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { ownedBy } from "./share-checks";

const following = createWaits(limits.watches);

/** Tells which names of a folder are shared, by the caller's shares or by all where they may see them, now and whenever that changes. Throws request/busy, request/overloaded. */
export const followSharedNames: ChannelService<typeof shareChannels.names> = ({ path }, ctx, { send }) =>
  following(ctx.actor.userId ?? "", async () => {
    const looks = createArrivals<true>(ctx.signal);
    // Many changes are one look.
    const look = () => looks.add(true, "look");
    const stop = onSharesChanged(look);
    let told: string | null = null;
    try {
      look();
      for await (const _ of looks) {
        const names = await sharedNames({ folder: path, ...ownedBy(ctx.actor) }, ctx);
        const text = JSON.stringify(names);
        if (text === told) continue;
        told = text;
        await send({ names });
      }
    } finally {
      stop();
    }
  });
