import type { EndedFile } from "@/lib/server/db/ended-file";
import { isFull } from "@/lib/server/db/is-full";
import type { Db } from "@/lib/server/db/open-db";

const againMs = 10_000;

type State = { ids: Set<string>; file: EndedFile | null; timer: NodeJS.Timeout | null };

const state: State = { ids: new Set(), file: null, timer: null };

/** Whether a session has ended though the database still has it, for it has no room to forget it. */
export function isEndUnwritten(sessionId: string): boolean {
  return state.ids.has(sessionId);
}

/** Ends sessions without the database, which is told as soon as it has room. */
export function noteUnwrittenEnds(db: Db, ids: readonly string[]): void {
  const { ids: all, file } = state;
  for (const id of ids) all.add(id);
  file?.write([...all]);
  schedule(db);
}

/** At start: what an earlier run could not write. Throws what the database throws, but for a full volume. */
export async function settleUnwrittenEnds(db: Db, file: EndedFile): Promise<void> {
  state.file = file;
  for (const id of file.read()) state.ids.add(id);
  await writeAll(db);
}

async function writeAll(db: Db): Promise<void> {
  const { ids, file } = state;
  const written = [...ids];
  if (written.length === 0) return;
  try {
    await db.session.deleteMany({ where: { id: { in: written } } });
  } catch (error) {
    if (!isFull(error)) throw error;
    schedule(db);
    return;
  }
  for (const id of written) ids.delete(id);
  file?.write([...ids]);
}

function schedule(db: Db): void {
  const held = state;
  held.timer ??= setTimeout(() => {
    held.timer = null;
    writeAll(db).catch(() => schedule(db));
  }, againMs).unref();
}
