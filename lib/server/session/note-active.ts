import { isFull } from "@/lib/server/db/is-full";
import type { Db } from "@/lib/server/db/open-db";
import { forgetSession } from "./find-actor";

/** Somebody does something in this session: what ends it when nothing is done begins anew. A full volume is no reason to fail. */
export async function noteActive(db: Db, sessionId: string): Promise<void> {
  await db.session.updateMany({ where: { id: sessionId }, data: { activeAt: new Date() } }).catch((error: unknown) => {
    if (!isFull(error)) throw error;
  });
  forgetSession(sessionId);
}
