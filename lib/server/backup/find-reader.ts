import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";
import { findUserActor } from "@/lib/server/session/find-actor";
import type { Actor } from "@/lib/server/runtime/ctx";

const closed: ReadonlySet<string> = new Set<ErrorKey>([
  "file/out-of-scope",
  "file/not-found",
  "file/access-denied",
  "file/link-outside",
  "ssh/not-found",
]);

/**
 * Who can open what is at a place (its id) without being an administrator: the server reads for them, whatever the mode of a file says. Null: nobody.
 * Of users with equal rights one is asked.
 */
export async function findReader(db: Db, place: string): Promise<string | null> {
  const users = await db.user.findMany({
    where: { isRoot: false, disabled: false },
    select: { id: true, roleId: true, grants: true },
  });
  const byRights = new Map(users.map(({ id, roleId, grants }) => [JSON.stringify([roleId, grants]), id]));
  for (const id of byRights.values()) {
    const actor = await findUserActor(db, id);
    if (actor !== null && (await mayOpen(actor, place))) return actor.username;
  }
  return null;
}

/** Before a backup is written in the clear: whoever reads it can sign in as anybody. Throws backup/exposed. */
export async function assertUnexposed(db: Db, place: string): Promise<void> {
  const username = await findReader(db, place);
  if (username !== null) throw new AppError("backup/exposed", { username });
}

async function mayOpen(actor: Actor, place: string): Promise<boolean> {
  const storage = getApp().storageFor(actor);
  const path = storage.locate(place);
  if (path === null) return false;
  try {
    await storage.stat(path);
    return true;
  } catch (error) {
    // A host that is away today can be opened tomorrow.
    return !(isAppError(error) && closed.has(error.key));
  }
}
