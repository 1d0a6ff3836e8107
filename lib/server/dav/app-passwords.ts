import type { davContract } from "@/lib/contracts/dav";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { forgetActors } from "@/lib/server/session/find-actor";
import { hashToken } from "@/lib/server/base/keys";
import { askerOf, writeWhile } from "@/lib/server/session/still-holds";
import { findRows } from "@/lib/server/runtime/read-rows";
import { isOpened } from "./find-dav-caller";
import { limits } from "@/lib/server/base/limits";

const maxPasswords = 100;
/** 32 letters and digits: more than 180 bits, so that a plain hash is enough at rest. */
const secretLength = 32;

export const listAppPasswords: Service<typeof davContract.listAppPasswords> = async (_, { db, actor, storage }) => {
  const roots = await storage.roots();
  const nameOfRoot = (limits: { root: string | null; rootPlace: string | null }) =>
    roots.find((one) => isOpened(one, limits))?.id ?? limits.root;
  const { rows, unreadable } = await findRows("app passwords", limits.listedRows, (page) =>
    db.appPassword.findMany({
      where: { userId: userIdOf(actor) },
      orderBy: [{ createdAt: "desc" }, { id: "asc" }],
      ...page,
    }),
  );
  return {
    unreadable,
    passwords: rows.map(({ id, name, root, rootPlace, readOnly, createdAt, lastUsedAt }) => ({
      id,
      name,
      root: root === null ? null : nameOfRoot({ root, rootPlace }),
      read_only: readOnly,
      created_at: createdAt.getTime(),
      last_used_at: lastUsedAt?.getTime() ?? null,
    })),
  };
};

export const createAppPassword: Service<typeof davContract.createAppPassword> = async (input, ctx) => {
  const { name, root, read_only: readOnly } = input;
  const userId = userIdOf(ctx.actor);
  const found = (await ctx.storage.roots()).find(({ id }) => id === root);
  if (root !== null && found === undefined) throw new AppError("file/not-found");
  const [id, secret] = [randomId(), randomId(secretLength)];
  const data = { id, userId, name, root, rootPlace: found?.place ?? null, readOnly, secretHash: hashToken(secret) };
  return inAccountTurn(async () => {
    if ((await ctx.db.appPassword.count({ where: { userId } })) >= maxPasswords) throw new AppError("dav/full");
    await writeWhile(ctx.db, askerOf(ctx.actor), [ctx.db.appPassword.create({ data })]);
    return { id, secret };
  });
};

export const revokeAppPassword: Service<typeof davContract.revokeAppPassword> = async (
  { id },
  { db, actor, about },
) => {
  const where = { id, userId: userIdOf(actor) };
  const row = await db.appPassword.findFirst({ where, select: { name: true } });
  if (row !== null) about(row.name);
  await db.appPassword.deleteMany({ where });
  forgetActors();
  return {};
};
