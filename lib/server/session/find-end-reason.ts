import { isEndReason, type EndReason } from "@/lib/shared/end-reasons";
import type { Db } from "@/lib/server/db/open-db";
import { hashToken, isSame } from "@/lib/server/base/keys";
import { sessionEndMs } from "./session-end";
import { isEndUnwritten } from "./unwritten-ends";

/** Why a session ended, for who holds both halves of it and nobody else; null for all others, and where there is no reason to tell. */
export async function findEndReason(db: Db, sessionId: string, token: string): Promise<EndReason | null> {
  if (isEndUnwritten(sessionId)) return null;
  const tokenHash = hashToken(token);
  const ended = await db.endedSession.findUnique({ where: { id: sessionId } });
  if (ended !== null) return isSame(ended.tokenHash, tokenHash) && isEndReason(ended.reason) ? ended.reason : null;
  const left = await db.session.findUnique({ where: { id: sessionId }, include: { user: true } });
  if (left === null || !isSame(left.tokenHash, tokenHash)) return null;
  if (left.user.disabled) return "disabled";
  return left.expiresAt.getTime() > Date.now() && sessionEndMs(left) <= Date.now() ? "idle" : "expired";
}
