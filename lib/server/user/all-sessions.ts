import { usernameForms } from "@/lib/shared/username";
import type { SessionSort } from "@/lib/contracts/sessions";
import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import type { Prisma } from "@/lib/server/db/generated/client";
import { startingWith } from "@/lib/server/db/starting-with";
import { endSessions } from "@/lib/server/session/end-sessions";
import { sessionEndMs, whereIdle, whereLive } from "@/lib/server/session/session-end";
import { isEndUnwritten } from "@/lib/server/session/unwritten-ends";
import type { Service } from "@/lib/server/http/service";
import type { App } from "@/lib/server/runtime/app";
import { assertMayAdminister } from "./assert-may-administer";
import { changeAccounts, toAccount } from "./change-accounts";
import { getUser } from "./manage-users";

/**
 * What follows the place at which a page ended: those that are alike in what they are sorted by are told apart by their ids. Not the row itself, which
 * may have ended meanwhile.
 */
function whereAfter(text: string, sort: SessionSort, isUp: boolean): Prisma.SessionWhereInput {
  const at = text.lastIndexOf("~");
  const [value, id] = [text.slice(0, at), text.slice(at + 1)];
  const next = { id: isUp ? { gt: id } : { lt: id } };
  if (sort === "user") {
    const beyond = isUp ? { gt: value } : { lt: value };
    return { OR: [{ user: { username: beyond } }, { user: { username: value }, ...next }] };
  }
  const time = new Date(Number(value));
  if (Number.isNaN(time.getTime()))
    throw new AppError("request/invalid", { field: "after", problem: "of another order" });
  const beyond = isUp ? { gt: time } : { lt: time };
  return sort === "started"
    ? { OR: [{ createdAt: beyond }, { createdAt: time, ...next }] }
    : { OR: [{ lastSeenAt: beyond }, { lastSeenAt: time, ...next }] };
}

function orderOf(sort: SessionSort, order: "asc" | "desc"): Prisma.SessionOrderByWithRelationInput[] {
  if (sort === "user") return [{ user: { username: order } }, { id: order }];
  return [sort === "started" ? { createdAt: order } : { lastSeenAt: order }, { id: order }];
}

export const listAllSessions: Service<typeof userContract.listAllSessions> = async (
  { after, sort, direction, limit, username, username_start: start },
  { db, actor },
) => {
  const isUp = direction === "up";
  const rest = after === undefined ? {} : whereAfter(after, sort, isUp);
  const rows = await db.session.findMany({
    where: {
      AND: [
        whereLive(),
        rest,
        username === undefined ? {} : { user: { username: { in: usernameForms(username) } } },
        start === undefined
          ? {}
          : { OR: usernameForms(start).map((form) => ({ user: { username: startingWith(form) } })) },
      ],
    },
    orderBy: orderOf(sort, isUp ? "asc" : "desc"),
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
    next: rows.length > limit && last !== undefined ? `${valueOf(last, sort)}~${last.id}` : null,
  };
};

type Sorted = { user: { username: string }; createdAt: Date; lastSeenAt: Date };

function valueOf(row: Sorted, sort: SessionSort): string {
  if (sort === "user") return row.user.username;
  return String((sort === "started" ? row.createdAt : row.lastSeenAt).getTime());
}

/** Throws user/session-gone, and user/above for those of somebody who may more. */
export const endUserSession: Service<typeof userContract.endUserSession> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const row = await ctx.db.session.findUnique({
      where: { id },
      select: { userId: true, address: true, agent: true },
    });
    if (row === null) throw new AppError("user/session-gone");
    const user = await getUser(ctx, row.userId);
    ctx.about(`${user.username} ${row.address} ${row.agent}`);
    const account = toAccount(user);
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
