import { encodePath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { FileChange } from "@/lib/server/storage/trash-storage";
import { keepShared, sharedAt } from "@/lib/server/entries/kept/follow-shares";
import { inTurn } from "@/lib/server/entries/kept/following";
import { isSavedFrom, noteSaved } from "./saved-files";
import type { TrashRow } from "./trash-row";

/**
 * A save makes another file on the disk: lets the earlier versions of the one that it replaced be those of the new one, and with them what this save has kept.
 * Those of a third one that had this place stay as they are. Never rejects: the file is written.
 */
export async function followFile(
  { origin, was, is }: FileChange,
  { db, log }: Pick<Ctx, "db" | "log">,
  kept: readonly TrashRow[],
): Promise<void> {
  if (was !== null && is !== null) noteSaved(was, is);
  const ids = kept.map(({ id }) => id);
  const which = was === null ? { id: { in: ids } } : { OR: [{ id: { in: ids } }, { versionFile: was }] };
  const where = { versionOf: encodePath(origin), ...which };
  await inTurn([origin], async () => {
    await db.trash.updateMany({ where, data: { versionFile: is } });
    if (was !== null) await keepShared({ place: origin, was: [was], is }, { db, log });
  }).catch((error: unknown) => log.error({ err: error }, "earlier versions could not follow their file"));
}

/**
 * What had been overwritten has its name again, as the same file: the earlier versions that followed what was written over it since are its own again. Never
 * rejects.
 */
export async function returnFile(
  { place, is }: { place: string; is: string | null },
  { db, log }: Pick<Ctx, "db" | "log">,
): Promise<void> {
  if (is === null) return;
  const versionOf = encodePath(place);
  const isOwn = (id: string) => isSavedFrom(is, id);
  const give = async () => {
    const found = await db.trash.groupBy({ by: "versionFile", where: { versionOf } });
    const ids = found.flatMap(({ versionFile: id }) => (id !== null && isOwn(id) ? [id] : []));
    if (ids.length > 0)
      await db.trash.updateMany({ where: { versionOf, versionFile: { in: ids } }, data: { versionFile: is } });
    const shared = await sharedAt(place, { db });
    await keepShared({ place, was: shared.filter(isOwn), is }, { db, log });
  };
  await inTurn([place], give).catch((error: unknown) =>
    log.error({ err: error }, "earlier versions could not follow their file"),
  );
}
