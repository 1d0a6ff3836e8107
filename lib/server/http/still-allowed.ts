import type { Access } from "@/lib/contracts/endpoint";
import type { Actor } from "@/lib/server/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { findSessionOwner, findUserActor } from "@/lib/server/session/find-actor";
import { mayAccess } from "./gate";

/**
 * Whether a user may still do what was begun with these rights: with the permission, and with the same directory scopes, for what
 * is at work was given its own at its beginning. Visitors are asked about by what let them in.
 */
export async function isUserAllowed(db: Db, { userId, scopes }: Actor, access: Access): Promise<boolean> {
  if (userId === null) return true;
  const now = await findUserActor(db, userId);
  return now !== null && mayAccess(now, access) && JSON.stringify(now.scopes) === JSON.stringify(scopes);
}

/** The same for one request: also what signed it in, session or token, must still be there. */
export async function isStillAllowed(db: Db, actor: Actor, access: Access): Promise<boolean> {
  const { sessionId, tokenId } = actor;
  if (sessionId !== null && (await findSessionOwner(db, sessionId)) === null) return false;
  if (tokenId !== null && !(await isTokenThere(db, tokenId))) return false;
  return isUserAllowed(db, actor, access);
}

async function isTokenThere(db: Db, id: string): Promise<boolean> {
  const now = new Date();
  const usable = { id, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  return (await db.apiToken.count({ where: usable })) + (await db.appPassword.count({ where: { id } })) > 0;
}
