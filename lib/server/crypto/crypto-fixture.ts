import path from "node:path";
import { deriveKeys } from "@/lib/server/base/keys";
import { openNewDb } from "@/lib/server/db/made-once-fixture";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import type { Permission } from "@/lib/shared/permissions";

/** A database with the users mia and tom, the app's keys, and an empty home. */
export async function makeCryptoFixture() {
  const { base, root: home, close: removeAll } = await makeLocalFixture();
  const db = await openNewDb(path.join(base, "filedeck.db"));
  for (const id of ["mia", "tom"])
    await db.user.create({ data: { id, username: id, passwordHash: "", grants: noGrants, preferences: {} } });
  // Of tests before, in the same process, whose mia was another.
  forgetActors();
  const keys = deriveKeys(Buffer.alloc(32, 7));
  startAppOf({ keys, stopping: new AbortController().signal });
  const ctxOf = (userId: string, ...permissions: Permission[]): Ctx =>
    // Services use these parts of a context alone.
    ({
      db,
      signal: new AbortController().signal,
      about: () => {},
      actor: { ...visitor, userId, username: userId, permissions: new Set(permissions) },
    }) as unknown as Ctx; // what these services use of it
  const close = async () => {
    await db.$disconnect();
    await removeAll();
  };
  return { base, home, db, keys, ctxOf, close };
}
