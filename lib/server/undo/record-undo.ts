import type { Prisma } from "@/lib/server/db/generated/client";
import type { Db } from "@/lib/server/db/open-db";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";

const keptPerSession = 50;
const keptMs = 24 * 3_600_000;
/** All that one takes in the database: it is written and read as a whole, while everybody waits. */
export const maxRecordBytes = 3_000_000;
const sessionBytes = 12_000_000;
const userBytes = 24_000_000;

/** `what`: the name of its kind, and what that wants to know; `isNothing`: there is nothing to be undone. */
type Record = { id: string; isNothing?: boolean; what: Prisma.InputJsonObject & { kind: string } };

/**
 * Keeps what is needed to undo something: for a day, the last fifty of a session, and what there is room for. Never rejects: what was done is done, also
 * where the database has no room for this. False: it cannot be undone.
 */
export async function recordUndo(ctx: Pick<Ctx, "db" | "actor" | "log">, record: Record): Promise<boolean> {
  if (record.isNothing === true) return true;
  return store(ctx, record).catch((error: unknown) => {
    ctx.log.error({ err: error }, "undo could not be recorded");
    return false;
  });
}

async function store({ db, actor }: Pick<Ctx, "db" | "actor">, { id, what }: Record): Promise<boolean> {
  if (Buffer.byteLength(JSON.stringify(what)) > maxRecordBytes) return false;
  const owner = { ownerId: userIdOf(actor), sessionId: actor.sessionId ?? "" };
  await db.undo.create({ data: { id, ...owner, what } });
  await db.undo.deleteMany({ where: { createdAt: { lt: new Date(Date.now() - keptMs) } } });
  await forgetOldest(db, owner);
  return true;
}

type Kept = { id: string; sessionId: string; bytes: bigint | number };

/** Tells the length of a record without reading it. */
async function forgetOldest(db: Db, { ownerId, sessionId }: { ownerId: string; sessionId: string }): Promise<void> {
  const all = await db.$queryRaw<Kept[]>`SELECT "id", "sessionId", octet_length("what") AS "bytes"
    FROM "Undo" WHERE "ownerId" = ${ownerId} ORDER BY "createdAt" DESC, "rowid" DESC`;
  let ofUser = 0;
  const ofSession = { count: 0, bytes: 0 };
  const old = all.filter((one) => {
    const bytes = Number(one.bytes);
    if (one.sessionId === sessionId) {
      ofSession.count++;
      ofSession.bytes += bytes;
      if (ofSession.count > keptPerSession || ofSession.bytes > sessionBytes) return true;
    }
    ofUser += bytes;
    return ofUser > userBytes;
  });
  if (old.length > 0) await db.undo.deleteMany({ where: { id: { in: old.map(({ id }) => id) } } });
}

/** Null when there is none, or one of a version before, which had no bound. */
export async function findUndo(db: Db, where: { id: string; ownerId: string }): Promise<{ what: unknown } | null> {
  const [size] = await db.$queryRaw<Pick<Kept, "bytes">[]>`SELECT octet_length("what") AS "bytes"
    FROM "Undo" WHERE "id" = ${where.id} AND "ownerId" = ${where.ownerId}`;
  if (size === undefined || Number(size.bytes) > maxRecordBytes) return null;
  return db.undo.findFirst({ where, select: { what: true } });
}
