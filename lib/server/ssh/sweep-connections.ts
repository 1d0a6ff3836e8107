import type { Db } from "@/lib/server/db/open-db";
import { allConnections, endConnection, endConnections, leadsAnywhere, tellConnections } from "./connections";

const idleMs = 10 * 60_000;
/** More than keep-alives are in that time, less than anything that somebody waits for. */
const idleBytes = 64 * 1024;

const seen = new WeakMap<object, { bytes: number; atMs: number }>();

/** Ends connections that nothing has used for ten minutes. */
export function sweepConnections(now = Date.now()): void {
  for (const connection of allConnections()) {
    const bytes = connection.bytes();
    const before = seen.get(connection);
    if (before === undefined || connection.uses > 0 || bytes - before.bytes > idleBytes) {
      seen.set(connection, { bytes, atMs: now });
      continue;
    }
    if (now - Math.max(before.atMs, connection.lastUsedMs) >= idleMs) endConnection(connection);
  }
}

/** Forgets hosts that were typed to connect once, when they are connected no more. */
export async function sweepUnsaved(db: Db): Promise<void> {
  const rows = await db.sshHost.findMany({
    where: { isSaved: false, createdAt: { lt: new Date(Date.now() - idleMs) } },
  });
  const gone = rows.map(({ id }) => id).filter((id) => !leadsAnywhere(id));
  if (gone.length === 0) return;
  await db.sshHost.deleteMany({ where: { id: { in: gone }, isSaved: false } });
  // Begun since.
  endConnections(({ hostIds }) => gone.some((id) => hostIds.has(id)));
  tellConnections();
}

export function endAllConnections(): void {
  endConnections(() => true);
}
