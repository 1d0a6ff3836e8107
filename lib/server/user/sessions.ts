import type { userContract } from "@/lib/contracts/user";
import { userIdOf } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import { endSessions } from "@/lib/server/session/end-sessions";

export const listSessions: Service<typeof userContract.listSessions> = async (_, { db, actor }) => {
  const where = { userId: userIdOf(actor), expiresAt: { gt: new Date() } };
  const rows = await db.session.findMany({ where, orderBy: { lastSeenAt: "desc" } });
  return {
    sessions: rows.map(({ id, address, agent, createdAt, lastSeenAt }) => ({
      id,
      address,
      agent,
      created_at: createdAt.getTime(),
      last_seen_at: lastSeenAt.getTime(),
      current: id === actor.sessionId,
    })),
  };
};

/** Somebody else's session is not found and stays. */
export const revokeSession: Service<typeof userContract.revokeSession> = async ({ id }, { db, actor }) => {
  await endSessions(db, { id, userId: userIdOf(actor) }, "revoked");
  return {};
};
