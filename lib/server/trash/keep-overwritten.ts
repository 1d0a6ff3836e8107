import type { VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { stampOf } from "@/lib/server/storage/noted";
import type { Keeping } from "@/lib/server/storage/keeping";
import type { WriteResult } from "@/lib/server/storage/storage";
import { noteOverwritten } from "./upload-runs";
import { keepReplaced } from "./keep-replaced";
import { keepVersions } from "./keep-versions";
import { placeOf } from "./trash-row";

/**
 * Does `work`, which stores an upload at a path, with the options for it; what it overwrites goes to the trash when somebody in front of a browser chose
 * so. A program with a token overwrites the same files every night: of those so many versions are kept as a file may have.
 * `run`: uploads that are undone together, by the browser's word.
 */
export async function keepOverwritten<T extends Pick<WriteResult, "etag">>(
  path: VirtualPath,
  { ctx, run }: { ctx: Ctx; run?: string | undefined },
  work: (keeping: Keeping) => Promise<T>,
): Promise<T> {
  const kept = ctx.actor.sessionId === null ? keepVersions(ctx) : keepReplaced(ctx, { isSave: true });
  const done = await kept.during(work);
  if (ctx.actor.sessionId !== null) {
    const stamp = stampOf({ kind: "file", etag: done.etag });
    await noteOverwritten(ctx.actor, kept.ids, { path, run, stamp, keptStamp: () => stampInTrash(kept.ids, ctx) });
  }
  return done;
}

/** What the only file is that was kept; null for any other case, and where it cannot be told. */
async function stampInTrash(ids: readonly string[], { db, storage, log }: Ctx): Promise<string | null> {
  const [id] = ids;
  if (id === undefined || ids.length > 1) return null;
  try {
    const row = await db.trash.findUnique({ where: { id } });
    if (row === null || row.kind !== "file") return null;
    const file = await storage.trash.open(placeOf(row));
    const { etag } = file.stat;
    await file.close();
    return stampOf({ kind: "file", etag });
  } catch (error) {
    log.debug({ err: error }, "what an upload replaced could not be looked at");
    return null;
  }
}
