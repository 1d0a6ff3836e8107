import { encodePath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { FileChange } from "@/lib/server/storage/trash-storage";
import { noteSaved } from "./saved-files";
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
  await db.trash
    .updateMany({ where: { versionOf: encodePath(origin), ...which }, data: { versionFile: is } })
    .catch((error: unknown) => log.error({ err: error }, "earlier versions could not follow their file"));
}
