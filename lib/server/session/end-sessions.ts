import type { Db } from "@/lib/server/db/open-db";
import { remember } from "@/lib/server/remember";
import { forgetActors } from "./find-actor";

type Listener = (sessionIds: readonly string[]) => void;

function listeners(): Set<Listener> {
  return remember("session-end-listeners", () => new Set<Listener>());
}

/** Told which sessions ended; sockets close with them. */
export function onSessionsEnded(listener: Listener): void {
  listeners().add(listener);
}

/** Ends the sessions that match, at once and for every open connection. Returns their ids. */
export async function endSessions(
  db: Db,
  where: { userId?: string | { in: string[] }; id?: string | { not: string } },
): Promise<string[]> {
  const rows = await db.session.findMany({ where, select: { id: true } });
  const ids = rows.map((row) => row.id);
  await db.session.deleteMany({ where: { id: { in: ids } } });
  noteEnded(ids);
  return ids;
}

/** What this process must forget and close of sessions that the database no longer has. */
export function noteEnded(ids: readonly string[]): void {
  forgetActors();
  for (const listener of listeners()) listener(ids);
}
