import { isAppError, type AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { isTrashUnclear } from "@/lib/server/storage/is-trash-unclear";
import { discardEntry } from "@/lib/server/trash/discard-entries";
import { isNote } from "@/lib/server/trash/is-note";
import { trashSetting } from "@/lib/server/trash/trash-setting";
import { forgetKept } from "@/lib/server/entries/kept/follow-entries";
import { removeLocksAt } from "./locks";

export type Failures = { path: string; error: string }[];

/**
 * Takes an entry away: into the trash where that is on, for good where it is off or the volume has none — whoever deletes in a
 * client has been asked there already (docs/decisions/0009-webdav.md). `place`: its real host path.
 */
export async function discard(ctx: Ctx, path: VirtualPath, place: string | null): Promise<Failures> {
  const { failures, isForGood } = await take(ctx, path);
  if (place !== null && failures.length === 0) {
    const forgotten = isForGood ? forgetKept([place], ctx) : undefined;
    await removeLocksAt(ctx.db, [place]);
    await forgotten;
  }
  return failures;
}

/** `isForGood`: what is kept with it did not go into the trash with it. */
async function take(ctx: Ctx, path: VirtualPath): Promise<{ failures: Failures; isForGood: boolean }> {
  if (trashSetting.get().on && !isNote(path)) {
    // Tried twice before anything is lost: a host has one word for what cannot be and for what goes the next time.
    const refusal = (await refusalOf(path, ctx)) && (await refusalOf(path, ctx));
    if (refusal === null) return { failures: [], isForGood: false };
    // It has not said that there is no trash: its disk may be full.
    if (isTrashUnclear(refusal)) throw refusal;
  }
  const { failures } = await ctx.storage.remove(path, { signal: ctx.signal });
  return { failures, isForGood: true };
}

/** Null: it is in the trash. */
async function refusalOf(path: VirtualPath, ctx: Ctx): Promise<AppError | null> {
  try {
    await discardEntry(path, ctx);
    return null;
  } catch (error) {
    if (!isAppError(error) || error.key !== "trash/unavailable") throw error;
    return error;
  }
}
