import type { davContract } from "@/lib/contracts/dav";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { forgetActors } from "@/lib/server/session/find-actor";
import { hashToken } from "@/lib/server/base/keys";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";

const maxPasswords = 100;
/** 32 letters and digits: more than 180 bits, so that a plain hash is enough at rest. */
const secretLength = 32;

export const listAppPasswords: Service<typeof davContract.listAppPasswords> = async (_, { db, actor }) => {
  const { rows, unreadable } = await findRows("app passwords", limits.listedRows, (page) =>
    db.appPassword.findMany({
      where: { userId: userIdOf(actor) },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  return {
    unreadable,
    passwords: rows.map(({ id, name, root, readOnly, createdAt, lastUsedAt }) => ({
      id,
      name,
      root,
      read_only: readOnly,
      created_at: createdAt.getTime(),
      last_used_at: lastUsedAt?.getTime() ?? null,
    })),
  };
};

export const createAppPassword: Service<typeof davContract.createAppPassword> = async (input, ctx) => {
  const { name, root, read_only: readOnly } = input;
  const userId = userIdOf(ctx.actor);
  const roots = await ctx.storage.roots();
  if (root !== null && !roots.some(({ id }) => id === root)) throw new AppError("file/not-found");
  if ((await ctx.db.appPassword.count({ where: { userId } })) >= maxPasswords) throw new AppError("dav/full");
  const [id, secret] = [randomId(), randomId(secretLength)];
  await ctx.db.appPassword.create({ data: { id, userId, name, root, readOnly, secretHash: hashToken(secret) } });
  return { id, secret };
};

export const revokeAppPassword: Service<typeof davContract.revokeAppPassword> = async ({ id }, { db, actor }) => {
  await db.appPassword.deleteMany({ where: { id, userId: userIdOf(actor) } });
  forgetActors();
  return {};
};
