import { AppError } from "@/lib/shared/errors";
import type { ChannelCtx } from "@/lib/server/realtime/serve-channels";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findActorNow } from "@/lib/server/session/find-actor";
import { recheck } from "@/lib/server/session/recheck";

/**
 * Works for one browser as long as its user, with the rights of now, is allowed to: asked every few seconds, as the channel's own permission is. Throws
 * auth/forbidden when not any more.
 */
export async function whileAllowed(
  { actor, db, signal }: Pick<ChannelCtx, "actor" | "db" | "signal">,
  isAllowed: (now: Actor) => boolean | Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const stopAsking = recheck({
    isAllowed: async () => {
      const now = await findActorNow(db, actor);
      return now !== null && (await isAllowed(now));
    },
    end: () => stop.abort(new AppError("auth/forbidden")),
  });
  try {
    await work(AbortSignal.any([signal, stop.signal]));
  } finally {
    stopAsking();
  }
  if (stop.signal.aborted && !signal.aborted) throw new AppError("auth/forbidden");
}
