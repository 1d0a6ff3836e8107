import { encodePath } from "@/lib/shared/paths";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Replaceable } from "@/lib/server/storage/trash-storage";
import { isNote } from "./is-note";
import { keepIn, type KeptReplaced } from "./keep-replaced";
import { purgeRow } from "./purge-row";
import type { TrashRow } from "./trash-row";
import { mostTrashBytes, trashSetting } from "./trash-setting";

/** One who saves again within this time adds to the version kept then: an editor saves every few seconds. */
const apartMs = 5 * 60_000;

/**
 * Keeps what is written over as an earlier version of the file: in the trash of whoever writes, so many of a file and for so many days as
 * the trash's setting says. A courtesy: where it cannot be, the file is written all the same. `isEach`: also what was written a moment ago.
 */
export function keepVersions(ctx: Ctx, { isEach = false } = {}): KeptReplaced {
  return keepIn(ctx, {
    isOn: () => trashSetting.get().on && trashSetting.get().versions > 0,
    isVersion: true,
    isSave: true,
    isWanted: (one) => isWanted(one, ctx, isEach),
    onKept: (rows) => dropOldest(rows, ctx),
  });
}

async function isWanted(one: Replaceable, { db, actor }: Ctx, isEach: boolean): Promise<boolean> {
  const { origin, sizeBytes, usableBytes, totalBytes } = one;
  if (sizeBytes === 0 || isNote(origin)) return false;
  // The disk must have room for as much again, so that versions are never what fills it.
  if (sizeBytes > usableBytes || sizeBytes > mostTrashBytes(totalBytes)) return false;
  if (isEach) return true;
  const last = await db.trash.findFirst({
    where: { versionOf: encodePath(origin) },
    orderBy: { deletedAt: "desc" },
  });
  return last === null || last.ownerId !== userIdOf(actor) || Date.now() - last.deletedAt.getTime() > apartMs;
}

async function dropOldest(kept: readonly TrashRow[], ctx: Ctx): Promise<void> {
  for (const { id, versionOf } of kept) {
    const row = await ctx.db.trash.findUnique({ where: { id }, select: { versionFile: true } });
    const over = await ctx.db.trash.findMany({
      // Those of another file that had this name are none of this one.
      where: { versionOf, versionFile: row?.versionFile ?? null, state: "there" },
      orderBy: { deletedAt: "desc" },
      skip: trashSetting.get().versions,
      take: 100,
    });
    for (const row of over) await purgeRow(row, ctx, { signal: ctx.signal });
  }
}
