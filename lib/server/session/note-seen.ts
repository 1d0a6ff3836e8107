import { isBusy } from "@/lib/server/db/is-busy";
import { isFull } from "@/lib/server/db/is-full";
import type { Db } from "@/lib/server/db/open-db";
import { getApp } from "@/lib/server/runtime/app";

/** Once a minute or so: a little less than rows are good for that are not read again (find-actor.ts), so that each reading then counts. */
const everyMs = 50_000;

type Kind = "session" | "user" | "apiToken" | "appPassword";
type Notes = Record<Kind, Set<string>>;

const noNotes = (): Notes => ({ session: new Set(), user: new Set(), apiToken: new Set(), appPassword: new Set() });

/** Of databases to which something is being written: what comes next. */
const waiting = new WeakMap<Db, Notes>();

/**
 * Somebody is here, or uses something; `atMs` is when the row says that they last were. It is written beside what they came for, which neither waits for it nor fails
 * with it, and with all that is noted while the former is written.
 */
export function noteSeen(db: Db, kind: Kind, { id, atMs = 0 }: { id: string; atMs: number | undefined }): void {
  // Not the difference alone: the clock may have been wrong.
  if (Math.abs(Date.now() - atMs) < everyMs) return;
  const others = waiting.get(db);
  const notes = others ?? noNotes();
  notes[kind].add(id);
  if (others !== undefined) return;
  waiting.set(db, notes);
  void writeAll(db); // never rejects
}

async function writeAll(db: Db): Promise<void> {
  try {
    for (;;) {
      const notes = waiting.get(db) ?? noNotes();
      if (Object.values(notes).every(({ size }) => size === 0)) break;
      waiting.set(db, noNotes());
      try {
        await write(db, notes);
      } catch (error) {
        tellOf(error);
      }
    }
  } finally {
    waiting.delete(db);
  }
}

/** A database that others hold, or whose volume is full, is told of by what needs it. */
function tellOf(error: unknown): void {
  if (isFull(error) || isBusy(error)) return;
  try {
    getApp().log.warn({ err: error }, "who was here could not be written");
  } catch {
    // The app has not begun, and has no log yet.
  }
}

/** What is not there any more is passed over. */
async function write(db: Db, { session, user, apiToken, appPassword }: Notes): Promise<void> {
  const now = new Date();
  const all = (ids: ReadonlySet<string>) => ({ id: { in: [...ids] } });
  const writes = [
    ...(session.size > 0 ? [db.session.updateMany({ where: all(session), data: { lastSeenAt: now } })] : []),
    ...(user.size > 0 ? [db.user.updateMany({ where: all(user), data: { lastSeenAt: now } })] : []),
    ...(apiToken.size > 0 ? [db.apiToken.updateMany({ where: all(apiToken), data: { lastUsedAt: now } })] : []),
    ...(appPassword.size > 0
      ? [db.appPassword.updateMany({ where: all(appPassword), data: { lastUsedAt: now } })]
      : []),
  ];
  await db.$transaction(writes);
}
