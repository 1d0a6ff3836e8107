import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Prisma } from "@/lib/server/db/generated/client";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { endSessions } from "@/lib/server/session/end-sessions";
import { factorCounts, hasFactor, isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { hashRecoveryCode, hintOf, makeRecoveryCodes } from "@/lib/server/session/factor/recovery-codes";
import { askerOf, writeWhile } from "@/lib/server/session/still-holds";
import { randomId } from "@/lib/shared/units";

type OwnCtx = Pick<Ctx, "db" | "actor">;

/** The user's own row with what decides about second factors. */
export async function getOwnFactors({ db, actor }: OwnCtx) {
  const user = await db.user.findUnique({
    where: { id: userIdOf(actor) },
    include: { role: true, ...factorCounts },
  });
  if (user === null) throw new AppError("auth/required");
  return { user, has: hasFactor(user), isRequired: isFactorRequired(user) };
}

type Own = Awaited<ReturnType<typeof getOwnFactors>>;

/**
 * Adds a second factor in the accounts' turn, by what `add` writes of the user who is there then: sessions that began without it end, and the first one brings
 * recovery codes. Throws auth/required where the session that asks has ended.
 */
export function addFactor(ctx: OwnCtx, add: (own: Own) => Prisma.PrismaPromise<unknown>): Promise<string[]> {
  return inAccountTurn(async () => {
    const own = await getOwnFactors(ctx);
    const { codes, writes } = own.has ? { codes: [], writes: [] } : newRecoveryCodes(ctx);
    // At once: a factor without codes would be had already when it is tried again, and brings none then.
    await writeWhile(ctx.db, askerOf(ctx.actor), [add(own), ...writes]);
    await endOtherSessions(ctx);
    return codes;
  });
}

/**
 * Takes one away, in the accounts' turn as well. Without any left there is nothing to recover. Throws user/factor-required when it is the only one and there
 * must be one, and auth/required where the session that asks has ended.
 */
export function takeFactor(ctx: OwnCtx, taken: Prisma.PrismaPromise<unknown>): Promise<void> {
  return inAccountTurn(async () => {
    const { user, isRequired } = await getOwnFactors(ctx);
    const count = user._count.passkeys + (user.totp === null ? 0 : 1);
    if (isRequired && count <= 1) throw new AppError("user/factor-required");
    await writeWhile(ctx.db, askerOf(ctx.actor), [taken]);
    const { has } = await getOwnFactors(ctx);
    if (!has) await ctx.db.recoveryCode.deleteMany({ where: { userId: user.id } });
    await endOtherSessions(ctx);
  });
}

/** New recovery codes in place of the old ones. Throws auth/required as the others do. */
export async function renewRecoveryCodes(ctx: OwnCtx): Promise<string[]> {
  const { codes, writes } = newRecoveryCodes(ctx);
  await writeWhile(ctx.db, askerOf(ctx.actor), writes);
  return codes;
}

/** What is kept of them does not give them away. */
function newRecoveryCodes({ db, actor }: OwnCtx) {
  const userId = userIdOf(actor);
  const codes = makeRecoveryCodes();
  const { keys } = getApp();
  const data = codes.map((code, position) => ({
    id: randomId(),
    userId,
    codeHash: hashRecoveryCode(keys, { userId, code }),
    hint: hintOf(code),
    position,
  }));
  return { codes, writes: [db.recoveryCode.deleteMany({ where: { userId } }), db.recoveryCode.createMany({ data })] };
}

async function endOtherSessions({ db, actor }: OwnCtx): Promise<void> {
  const others = actor.sessionId === null ? {} : { id: { not: actor.sessionId } };
  await endSessions(db, { userId: userIdOf(actor), ...others }, "factor");
}
