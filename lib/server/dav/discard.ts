import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { discardEntry } from "@/lib/server/trash/discard-entries";
import { isNote } from "@/lib/server/trash/is-note";
import { trashSetting } from "@/lib/server/trash/trash-setting";
import { dropProperties } from "@/lib/server/entries/kept/kept-properties";
import { removeLocksAt } from "./locks";

export type Failures = { path: string; error: string }[];

/**
 * Takes an entry away: into the trash where that is on, for good where it is off or the volume has none — whoever deletes in a
 * client has been asked there already (docs/decisions/0009-webdav.md). `place`: its real host path.
 */
export async function discard(ctx: Ctx, path: VirtualPath, place: string | null): Promise<Failures> {
  const failures = await take(ctx, path);
  if (place !== null && failures.length === 0) {
    await dropProperties(ctx.db, place);
    await removeLocksAt(ctx.db, place);
  }
  return failures;
}

async function take(ctx: Ctx, path: VirtualPath): Promise<Failures> {
  if (trashSetting.get().on && !isNote(path)) {
    try {
      await discardEntry(path, ctx);
      return [];
    } catch (error) {
      if (!isAppError(error) || error.key !== "trash/unavailable") throw error;
    }
  }
  return (await ctx.storage.remove(path, { signal: ctx.signal })).failures;
}
