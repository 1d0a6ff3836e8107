import type { userContract } from "@/lib/contracts/user";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { endOwnSession } from "@/lib/server/session/end-sessions";
import { noteActive } from "@/lib/server/session/note-active";
import { whereLive } from "@/lib/server/session/session-end";
import { isEndUnwritten } from "@/lib/server/session/unwritten-ends";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";

export const listSessions: Service<typeof userContract.listSessions> = async (_, { db, actor }) => {
  const where = { userId: userIdOf(actor), ...whereLive() };
  const { rows, unreadable } = await findRows("sessions", limits.listedRows, (page) =>
    db.session.findMany({ where, orderBy: [{ lastSeenAt: "desc" }, { id: "asc" }], ...page }),
  );
  return {
    unreadable,
    sessions: rows
      .filter((row) => !isEndUnwritten(row.id))
      .map(({ id, address, agent, createdAt, lastSeenAt }) => ({
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
export const revokeSession: Service<typeof userContract.revokeSession> = async ({ id }, { db, actor, about }) => {
  const own = { id, userId: userIdOf(actor) };
  const row = await db.session.findFirst({ where: own, select: { address: true, agent: true } });
  if (row !== null) about(`${row.address} ${row.agent}`);
  await endOwnSession(db, own, "revoked");
  return {};
};

export const noteOwnActivity: Service<typeof userContract.noteActive> = async (_, { db, actor }) => {
  if (actor.sessionId !== null) await noteActive(db, actor.sessionId);
  return {};
};
