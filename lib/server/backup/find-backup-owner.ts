import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import type { Actor } from "@/lib/server/runtime/ctx";
import { findUserActor } from "@/lib/server/session/find-actor";

/** With whose places backups go on: of whoever has set them up, of any other administrator when they are gone. Throws auth/root-only without any. */
export async function findBackupOwner(db: Db, userId: string): Promise<Actor> {
  const rows = await db.user.findMany({
    where: { isRoot: true, disabled: false },
    orderBy: { createdAt: "asc" },
    select: { id: true },
  });
  const ids = rows.map(({ id }) => id);
  const id = ids.includes(userId) ? userId : ids[0];
  const actor = id === undefined ? null : await findUserActor(db, id);
  if (actor === null) throw new AppError("auth/root-only");
  return actor;
}
