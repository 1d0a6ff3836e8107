import type { Prisma } from "@/lib/server/db/generated/client";
import type { EndReason } from "@/lib/shared/end-reasons";
import { isFull } from "@/lib/server/db/is-full";
import type { Db } from "@/lib/server/db/open-db";
import { afterlifeDays, dayMs } from "./cookie";
import { forgetActors } from "./find-actor";
import { noteUnwrittenEnds } from "./unwritten-ends";

type Listener = (sessionIds: readonly string[], reason: EndReason | null) => void;

const listeners = new Set<Listener>();

/** Told which sessions ended; sockets close with them. */
export function onSessionsEnded(listener: Listener): void {
  listeners.add(listener);
}

/**
 * Ends the sessions that match, at once and for every open connection; their browsers are told why, unless it is null: who
 * signs out knows. `writes` go into the same transaction: by a session that is still there somebody could undo them. Returns the ids.
 */
export async function endSessions(
  db: Db,
  where: Prisma.SessionWhereInput,
  reason: EndReason | null,
  writes: readonly Prisma.PrismaPromise<unknown>[] = [],
): Promise<string[]> {
  const rows = await db.session.findMany({ where, select: { id: true } });
  const ids = rows.map((row) => row.id);
  // Those as well that have begun since by what the writes take away.
  const ended = writes.length > 0 ? where : { id: { in: ids } };
  // Of a session that goes on no reason is left: the first that is written stays.
  const end = () =>
    db.$transaction([
      ...(reason !== null && ids.length > 0 ? reasonWrites(db, ids, reason) : []),
      ...writes,
      db.session.deleteMany({ where: ended }),
    ]);
  await end().catch((error: unknown) => {
    if (!isFull(error) || writes.length > 0) throw error;
    // The failure has made room, if there was any to make; a transaction is not tried again by itself.
    return end();
  });
  noteEnded(ids, reason);
  return ids;
}

/**
 * Ends one session of a user at their own wish, which a full volume must not keep them from: it is dead at once, and deleted as soon as there is room.
 */
export async function endOwnSession(
  db: Db,
  own: { userId: string; id: string },
  reason: EndReason | null,
): Promise<void> {
  try {
    await endSessions(db, own, reason);
  } catch (error) {
    if (!isFull(error) || (await db.session.count({ where: own })) === 0) throw error;
    noteUnwrittenEnds(db, [own.id]);
    noteEnded([own.id], reason);
  }
}

/** What this process must forget and close of sessions that the database no longer has. */
export function noteEnded(ids: readonly string[], reason: EndReason | null): void {
  forgetActors();
  for (const listener of listeners) listener(ids, reason);
}

const insert = `INSERT OR IGNORE INTO "EndedSession" ("id", "tokenHash", "reason", "endedAt")
  SELECT "id", "tokenHash", ?, ? FROM "Session" WHERE "id" IN (SELECT value FROM json_each(?))`;

function reasonWrites(db: Db, ids: readonly string[], reason: EndReason): Prisma.PrismaPromise<unknown>[] {
  const now = new Date();
  const old = new Date(now.getTime() - afterlifeDays * dayMs);
  return [
    db.$executeRawUnsafe(insert, reason, now.toISOString().replace("Z", "+00:00"), JSON.stringify(ids)),
    db.endedSession.deleteMany({ where: { endedAt: { lt: old } } }),
  ];
}
