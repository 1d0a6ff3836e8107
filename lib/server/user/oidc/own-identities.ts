import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { askerOf, writeWhile } from "@/lib/server/session/still-holds";
import { oidcSetting } from "./oidc-setting";
import { readAnswer } from "./read-answer";

const maxIdentities = 20;

export const listIdentities: Service<typeof userContract.listIdentities> = async (_, { db, actor }) => {
  const rows = await db.identity.findMany({ where: { userId: userIdOf(actor) }, orderBy: { createdAt: "asc" } });
  const { enabled, name } = oidcSetting.get();
  return {
    provider: enabled ? name : null,
    identities: rows.map((row) => ({
      id: row.id,
      issuer: row.issuer,
      name: row.name,
      is_origin: row.isOrigin,
      added_at: row.createdAt.getTime(),
      last_used_at: row.lastUsedAt?.getTime() ?? null,
    })),
  };
};

/** Throws what {@link readAnswer} does, user/identity-taken for another user's, request/busy beyond 20. */
export const linkIdentity: Service<typeof userContract.linkIdentity> = async ({ answer }, ctx) => {
  const userId = userIdOf(ctx.actor);
  const { person, errand } = await readAnswer(ctx, { answer, kind: "link" });
  // Somebody else has signed in here meanwhile.
  if (errand.userId !== userId) throw new AppError("auth/oidc-late");
  const { issuer, subject, name } = person;
  ctx.about(`${name} (${issuer})`);
  const { db } = ctx;
  return inAccountTurn(async () => {
    const known = await db.identity.findUnique({ where: { issuer_subject: { issuer, subject } } });
    if (known !== null && known.userId !== userId) throw new AppError("user/identity-taken", { name });
    if (known !== null) return { name };
    if ((await db.identity.count({ where: { userId } })) >= maxIdentities) throw new AppError("request/busy");
    const data = { id: randomId(), userId, issuer, subject, name };
    await writeWhile(db, askerOf(ctx.actor), [db.identity.create({ data })]).catch(refuseTaken("user/identity-taken"));
    return { name };
  });
};

/** Throws user/identity-origin for the one that the account came with: without it nobody could sign in. */
export const unlinkIdentity: Service<typeof userContract.unlinkIdentity> = async ({ id }, ctx) => {
  const row = await ctx.db.identity.findFirst({ where: { id, userId: userIdOf(ctx.actor) } });
  if (row === null) return {};
  ctx.about(`${row.name} (${row.issuer})`);
  if (row.isOrigin) throw new AppError("user/identity-origin");
  await ctx.db.identity.deleteMany({ where: { id } });
  return {};
};
