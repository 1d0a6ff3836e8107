import type { Db } from "@/lib/server/db/open-db";
import { toActor } from "@/lib/server/session/find-actor";
import { holdersOfLocks, removeLocksOf } from "./locks";

/** Lets go of the locks of whoever is gone, disabled, or without WebDAV: nobody else can, and others would be kept from the files until they end. */
export async function dropEndedLocks(db: Db): Promise<void> {
  const holders = holdersOfLocks();
  if (holders.length === 0) return;
  const rows = await db.user.findMany({ where: { id: { in: holders }, disabled: false }, include: { role: true } });
  const left = rows.filter((row) => toActor(row, { sessionId: null, tokenId: null }).permissions.has("webdav"));
  const stay = new Set(left.map(({ id }) => id));
  await removeLocksOf(db, new Set(holders.filter((id) => !stay.has(id))));
}
