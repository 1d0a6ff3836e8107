import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { endSessions } from "@/lib/server/session/end-sessions";
import { factorCounts, hasFactor, isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { hashRecoveryCode, hintOf, makeRecoveryCodes } from "@/lib/server/session/factor/recovery-codes";
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

/** After a second factor was added: sessions that began without it end, and the first one brings recovery codes. */
export async function settleAdded(ctx: OwnCtx, { isFirst }: { isFirst: boolean }): Promise<string[]> {
  const codes = isFirst ? await renewRecoveryCodes(ctx) : [];
  await endOtherSessions(ctx);
  return codes;
}

/** After one was taken away. Without any left there is nothing to recover. */
export async function settleRemoved(ctx: OwnCtx): Promise<void> {
  const { user, has } = await getOwnFactors(ctx);
  if (!has) await ctx.db.recoveryCode.deleteMany({ where: { userId: user.id } });
  await endOtherSessions(ctx);
}

/** Throws user/factor-required when this is the only one and there must be one. */
export async function assertMayRemove(ctx: OwnCtx): Promise<void> {
  const { user, isRequired } = await getOwnFactors(ctx);
  const count = user._count.passkeys + (user.totp === null ? 0 : 1);
  if (isRequired && count <= 1) throw new AppError("user/factor-required");
}

/** New recovery codes in place of the old ones; what is kept of them does not give them away. */
export async function renewRecoveryCodes({ db, actor }: OwnCtx): Promise<string[]> {
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
  await db.$transaction([db.recoveryCode.deleteMany({ where: { userId } }), db.recoveryCode.createMany({ data })]);
  return codes;
}

async function endOtherSessions({ db, actor }: OwnCtx): Promise<void> {
  const others = actor.sessionId === null ? {} : { id: { not: actor.sessionId } };
  await endSessions(db, { userId: userIdOf(actor), ...others }, "factor");
}
