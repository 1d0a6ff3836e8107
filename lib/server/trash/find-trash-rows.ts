import { chunked } from "@/lib/shared/chunked";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { ownedTrash } from "./list-trash";
import { mayReach, type TrashRow } from "./trash-row";

/** SQLite takes so many parameters at once. */
const perQuery = 500;

/**
 * The entries of the trash that are the actor's, or anybody's for root, in the order asked for; not what they may not see any more. Throws
 * trash/gone.
 */
export async function findTrashRows(
  ids: readonly string[],
  { db, actor, storage }: Pick<Ctx, "db" | "actor" | "storage">,
): Promise<TrashRow[]> {
  const found = new Map<string, TrashRow>();
  for (const part of chunked(ids, perQuery)) {
    const rows = await db.trash.findMany({
      where: { id: { in: [...part] }, state: "there", ...ownedTrash(actor, true) },
    });
    for (const row of rows) if (await mayReach(row, storage)) found.set(row.id, row);
  }
  const rows = ids.map((id) => found.get(id)).filter((row) => row !== undefined);
  if (rows.length === 0) throw new AppError("trash/gone");
  return rows;
}
