import { encodePath } from "@/lib/shared/paths";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Replaceable } from "@/lib/server/storage/trash-storage";
import { isNote } from "./is-note";
import { keepIn, type Keeper, type KeptReplaced } from "./keep-replaced";
import { isWrittenBy, noteWritten } from "./saved-files";
import { purgeRow } from "./purge-row";
import { isTaken, type TrashRow } from "./trash-row";
import { mostTrashBytes, trashSetting } from "./trash-setting";

/** One who saves the same file again within this time, as they left it, adds to the version kept then: an editor saves every few seconds. */
const apartMs = 5 * 60_000;

/**
 * Keeps what is written over as an earlier version of the file: in the trash of whoever writes, so many of a file and for so many days as
 * the trash's setting says. A courtesy: where it cannot be, the file is written all the same. `isEach`: also what was written a moment ago.
 */
export function keepVersions(ctx: Keeper, { isEach = false } = {}): KeptReplaced {
  return keepIn(ctx, {
    isOn: () => trashSetting.get().on && trashSetting.get().versions > 0,
    isVersion: true,
    isSave: true,
    isWanted: (one) => isWanted(one, ctx, isEach),
    onWritten({ origin, is, stamp, bornMs }) {
      // What is older was no save's, but has been moved there; what has been restored is what somebody wanted.
      const isSaved = !isEach && (bornMs === null || Date.now() - bornMs < apartMs);
      if (isSaved) noteWritten({ origin, id: is, stamp }, userIdOf(ctx.actor));
    },
    onKept: (rows) => dropOldest(rows, ctx),
  });
}

async function isWanted(one: Replaceable, { db, actor }: Keeper, isEach: boolean): Promise<boolean> {
  const { origin, fileId, stamp, sizeBytes, usableBytes, totalBytes } = one;
  if (sizeBytes === 0 || isNote(origin)) return false;
  // The disk must have room for as much again, so that versions are never what fills it.
  if (sizeBytes > usableBytes || sizeBytes > mostTrashBytes(totalBytes)) return false;
  if (isEach) return true;
  const userId = userIdOf(actor);
  // What another program has written, or brought, nobody else has.
  if (!isWrittenBy({ origin, id: fileId, stamp }, userId)) return true;
  const last = await db.trash.findFirst({
    where: { versionOf: encodePath(origin), versionFile: fileId },
    orderBy: { deletedAt: "desc" },
  });
  return last === null || last.ownerId !== userId || Date.now() - last.deletedAt.getTime() > apartMs;
}

async function dropOldest(kept: readonly TrashRow[], ctx: Keeper): Promise<void> {
  for (const { id, versionOf } of kept) {
    const row = await ctx.db.trash.findUnique({ where: { id }, select: { versionFile: true } });
    const over = await ctx.db.trash.findMany({
      // Those of another file that had this name are none of this one.
      where: { versionOf, versionFile: row?.versionFile ?? null, state: "there" },
      orderBy: { deletedAt: "desc" },
      skip: trashSetting.get().versions,
      take: 100,
    });
    for (const row of over)
      await purgeRow(row, ctx, { signal: ctx.signal }).catch((error: unknown) => {
        if (!isTaken(error)) throw error;
      });
  }
}
