import type { Access } from "@/lib/contracts/endpoint";
import type { ErrorKey } from "@/lib/shared/errors";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { findActorNow, findSessionOwner } from "@/lib/server/session/find-actor";
import { mayAccess } from "./gate";

/**
 * Whether a user may still do what was begun with these rights: with the permission, and with the same directory scopes, for what
 * is at work was given its own at its beginning. `mayStill` is asked of the user with the rights of now. Visitors are asked about by what let
 * them in.
 */
export async function isUserAllowed(
  db: Db,
  actor: Actor,
  access: Access,
  mayStill: (now: Actor) => boolean | Promise<boolean> = () => true,
): Promise<boolean> {
  if (actor.userId === null) return true;
  const now = await findActorNow(db, actor);
  if (now === null || !mayAccess(now, access) || !(await mayStill(now))) return false;
  return JSON.stringify(now.scopes) === JSON.stringify(actor.scopes);
}

/**
 * The same for one request: also what signed it in, session or token, must still be there, and the session must not have come to need a second factor
 * first.
 */
export async function isStillAllowed(db: Db, actor: Actor, access: Access): Promise<boolean> {
  const { sessionId, tokenId } = actor;
  const owner = sessionId === null ? actor : await findSessionOwner(db, sessionId);
  if (owner === null || !mayAccess(owner, access)) return false;
  if (tokenId !== null && !(await isTokenThere(db, tokenId))) return false;
  return isUserAllowed(db, actor, access);
}

async function isTokenThere(db: Db, id: string): Promise<boolean> {
  const now = new Date();
  const usable = { id, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  return (await db.apiToken.count({ where: usable })) + (await db.appPassword.count({ where: { id } })) > 0;
}

/** Why what this actor began may not go on, in a word for its owner; null while it may. */
export async function findLoss(db: Db, actor: Actor, needs: readonly Access[]): Promise<ErrorKey | null> {
  const { userId, tokenId, scopes } = actor;
  if (userId === null) return null;
  const now = await findActorNow(db, actor);
  if (now === null) return goneKey({ tokenId });
  if (!needs.every((access) => mayAccess(now, access))) return "task/right-gone";
  return JSON.stringify(now.scopes) === JSON.stringify(scopes) ? null : "task/folders-changed";
}

/** What to say when there is no beginner any more. */
export function goneKey({ tokenId }: Pick<Actor, "tokenId">): ErrorKey {
  return tokenId === null ? "task/user-gone" : "task/token-gone";
}
