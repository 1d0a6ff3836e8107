import type { uploadChannels } from "@/lib/contracts/upload";
import { patient } from "@/lib/server/base/patient";
import { createLiveRows } from "@/lib/server/realtime/live-rows";
import type { ChannelService } from "@/lib/server/realtime/serve-channels";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { listSendings, onUploadsMoved, type KnownProgress } from "./upload-progress";

/** While nothing moves only what is forgotten changes. */
const stillMs = 30_000;
/** That one viewer is told of, three times a second: more than a screen shows. */
const mostShown = 100;

type Live = ReturnType<typeof createLiveRows<KnownProgress>> & { viewers: number };

/** By whose uploads it shows, null for everybody's; as long as somebody looks. */
const lives = new Map<string | null, Live>();

function begin(whose: string | null): Live {
  const rows = createLiveRows<KnownProgress>({
    everyMs: stillMs,
    late: { ms: patient(2_500), error: "sys/slow" },
    most: mostShown,
    read: async () => listSendings(whose),
    listen: onUploadsMoved,
  });
  const live = { ...rows, viewers: 0 };
  lives.set(whose, live);
  return live;
}

/** As with tasks, root sees what everybody has going on. */
export const followProgress: ChannelService<typeof uploadChannels.progress> = async (
  _,
  { actor, signal },
  { send },
) => {
  const whose = actor.isRoot ? null : userIdOf(actor);
  const live = lives.get(whose) ?? begin(whose);
  live.viewers++;
  try {
    const see = (row: KnownProgress): KnownProgress => ({
      ...row,
      username: actor.isRoot ? row.username : null,
      is_own: row.userId === actor.userId,
    });
    await live.follow({ send, signal, see });
  } finally {
    if (--live.viewers === 0) lives.delete(whose);
  }
};
