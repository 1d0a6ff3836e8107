import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { endSessions } from "@/lib/server/session/end-sessions";
import { sessionEndMs, whereIdle, whereLive } from "@/lib/server/session/session-end";
import { isEndUnwritten } from "@/lib/server/session/unwritten-ends";
import type { Service } from "@/lib/server/http/service";
import type { App } from "@/lib/server/runtime/app";
import { assertMayAdminister } from "./assert-may-administer";
import { changeAccounts, toAccount } from "./change-accounts";
import { getUser } from "./manage-users";

/** The place in the list where the next page begins: those that began at the same moment are told apart by their ids. */
function parsePlace(text: string): { at: Date; id: string } {
  const [ms = "", id = ""] = text.split("-");
  return { at: new Date(Number(ms)), id };
}

/** Newest first. */
export const listAllSessions: Service<typeof userContract.listAllSessions> = async (
  { before, limit, username },
  { db, actor },
) => {
  const place = before === undefined ? null : parsePlace(before);
  const older =
    place === null ? {} : { OR: [{ createdAt: { lt: place.at } }, { createdAt: place.at, id: { lt: place.id } }] };
  const rows = await db.session.findMany({
    where: { AND: [whereLive(), older, username === undefined ? {} : { user: { username } }] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
    include: { user: { select: { username: true } } },
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    sessions: page
      .filter(({ id }) => !isEndUnwritten(id))
      .map((row) => ({
        id: row.id,
        user_id: row.userId,
        username: row.user.username,
        address: row.address,
        agent: row.agent,
        created_at: row.createdAt.getTime(),
        last_seen_at: row.lastSeenAt.getTime(),
        ends_at: sessionEndMs(row),
        stays: row.stays,
        current: row.id === actor.sessionId,
      })),
    next: rows.length > limit && last !== undefined ? `${last.createdAt.getTime()}-${last.id}` : null,
  };
};

/** Throws user/session-gone, and user/above for those of somebody who may more. */
export const endUserSession: Service<typeof userContract.endUserSession> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const row = await ctx.db.session.findUnique({ where: { id }, select: { userId: true } });
    if (row === null) throw new AppError("user/session-gone");
    const account = toAccount(await getUser(ctx, row.userId));
    assertMayAdminister(actor, { kind: "account", before: account, after: account });
    await endSessions(ctx.db, { id, userId: row.userId }, "administrator");
    return {};
  });

/** All of a user's; of one's own all but this one. */
export const endUserSessions: Service<typeof userContract.endUserSessions> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const account = toAccount(await getUser(ctx, id));
    assertMayAdminister(actor, { kind: "account", before: account, after: account });
    const others = ctx.actor.sessionId === null ? {} : { id: { not: ctx.actor.sessionId } };
    const ended = await endSessions(ctx.db, { userId: id, ...others }, "administrator");
    return { ended: ended.length };
  });

/** Tells their browsers at once; the gate lets none of them in anyway. */
export async function endIdleSessions({ db }: Pick<App, "db">): Promise<void> {
  if ((await db.session.count({ where: whereIdle() })) > 0) await endSessions(db, whereIdle(), "idle");
}
