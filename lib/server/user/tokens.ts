import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { isPermission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { describeChanges } from "@/lib/server/base/describe-changes";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { forgetActors } from "@/lib/server/session/find-actor";
import { hashToken } from "@/lib/server/base/keys";
import { writeWhile } from "@/lib/server/session/still-holds";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import { assertHookAllows } from "./hook/assert-hook-allows";
import { checkOwnPassword } from "./password";

const maxTokens = 100;

export const listTokens: Service<typeof userContract.listTokens> = async (_, { db, actor }) => {
  const { rows, unreadable } = await findRows("API tokens", limits.listedRows, (page) =>
    db.apiToken.findMany({
      where: { userId: userIdOf(actor) },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  return {
    unreadable,
    tokens: rows.map(({ id, name, authList, createdAt, expiresAt, lastUsedAt }) => ({
      id,
      name,
      auth_list: (Array.isArray(authList) ? authList : [])
        .filter((item) => typeof item === "string")
        .filter(isPermission),
      created_at: createdAt.getTime(),
      expires_at: expiresAt?.getTime() ?? null,
      last_used_at: lastUsedAt?.getTime() ?? null,
    })),
  };
};

export const createToken: Service<typeof userContract.createToken> = async (
  { name, auth_list: authList, expires_at: expiresAt, password },
  ctx,
) => {
  const checked = await checkOwnPassword(ctx, password);
  const permission = authList.find((name) => !ctx.actor.permissions.has(name));
  if (permission !== undefined) throw new AppError("user/grant", { grant: permission });
  const userId = userIdOf(ctx.actor);
  const { username, isRoot } = ctx.actor;
  await assertHookAllows(ctx, { user: { id: userId, username, isRoot }, way: "token" });
  const id = randomId();
  const token = `fd_${randomId(43)}`;
  const expires = expiresAt === null ? null : new Date(expiresAt);
  const data = { id, userId, name, tokenHash: hashToken(token), authList, expiresAt: expires };
  return inAccountTurn(async () => {
    if ((await ctx.db.apiToken.count({ where: { userId } })) >= maxTokens) throw new AppError("request/busy");
    await writeWhile(ctx.db, checked, [ctx.db.apiToken.create({ data })]);
    ctx.about(null, describeChanges({ auth_list: [] }, { auth_list: authList }));
    return { id, token };
  });
};

export const revokeToken: Service<typeof userContract.revokeToken> = async ({ id }, { db, actor, about }) => {
  const where = { id, userId: userIdOf(actor) };
  const row = await db.apiToken.findFirst({ where, select: { name: true } });
  if (row !== null) about(row.name);
  await db.apiToken.deleteMany({ where });
  forgetActors();
  return {};
};
