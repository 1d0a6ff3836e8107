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
 * signs out knows. Returns the ids.
 */
export async function endSessions(
  db: Db,
  where: Prisma.SessionWhereInput,
  reason: EndReason | null,
): Promise<string[]> {
  const rows = await db.session.findMany({ where, select: { id: true } });
  const ids = rows.map((row) => row.id);
  if (reason !== null && ids.length > 0) await keepReason(db, ids, reason);
  await db.session.deleteMany({ where: { id: { in: ids } } });
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

async function keepReason(db: Db, ids: readonly string[], reason: EndReason): Promise<void> {
  const now = new Date();
  await db.$executeRawUnsafe(insert, reason, now.toISOString().replace("Z", "+00:00"), JSON.stringify(ids));
  await db.endedSession.deleteMany({ where: { endedAt: { lt: new Date(now.getTime() - afterlifeDays * dayMs) } } });
}
