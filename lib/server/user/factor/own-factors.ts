import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { sealText, unsealText } from "@/lib/server/session/seal";
import { aboutTotp } from "@/lib/server/session/factor/spend-code";
import { findStep, makeTotpSecret } from "@/lib/server/session/factor/totp";
import { assertNotThrottled, countFailure, factorKey, forgetFailures } from "@/lib/server/session/throttle";
import { relyingPartyOf } from "@/lib/server/user/passkey/relying-party";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import { addFactor, getOwnFactors, renewRecoveryCodes, takeFactor } from "./change-factors";

const setupMs = 15 * 60_000;

export const getSecondFactor: Service<typeof userContract.getSecondFactor> = async (_, ctx) => {
  const { user, isRequired } = await getOwnFactors(ctx);
  const [totp, { rows: passkeys, unreadable }, recovery] = await Promise.all([
    ctx.db.totp.findUnique({ where: { userId: user.id }, select: { createdAt: true } }),
    findRows("passkeys", limits.listedRows, (page) =>
      ctx.db.passkey.findMany({
        where: { userId: user.id },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        ...page,
      }),
    ),
    ctx.db.recoveryCode.findMany({ where: { userId: user.id }, orderBy: { position: "asc" } }),
  ]);
  return {
    unreadable,
    required: isRequired,
    totp: totp === null ? null : { added_at: totp.createdAt.getTime() },
    passkeys: passkeys.map(({ id, name, rpId, createdAt, lastUsedAt }) => ({
      id,
      name,
      host: rpId,
      added_at: createdAt.getTime(),
      last_used_at: lastUsedAt?.getTime() ?? null,
    })),
    passkey_origin: relyingPartyOf(ctx.request).origin,
    recovery: recovery.map(({ hint, usedAt }) => ({ hint, used_at: usedAt?.getTime() ?? null })),
  };
};

/** The secret comes back sealed with the first code, so that nothing is kept of set-ups that nobody ends. */
export const beginTotp: Service<typeof userContract.beginTotp> = async (_, { actor }) => {
  const secret = makeTotpSecret();
  const text = `${Date.now() + setupMs}.${secret}`;
  return { secret, setup: sealText(text, { keys: getApp().keys, about: aboutSetup(userIdOf(actor)) }) };
};

/** Throws user/factor-setup when the set-up is not one of this user's or too old, auth/wrong-code, auth/throttled. */
export const saveTotp: Service<typeof userContract.saveTotp> = async ({ setup, code }, ctx) => {
  const userId = userIdOf(ctx.actor);
  const { keys } = getApp();
  const [expiry = "", secret = ""] = (unsealText(setup, { keys, about: aboutSetup(userId) }) ?? "").split(".");
  if (!(Number(expiry) > Date.now())) throw new AppError("user/factor-setup");
  const counted = [factorKey(userId, "setup")];
  assertNotThrottled(counted);
  const step = findStep(secret, code.replace(/\s/g, ""), { after: 0, nowMs: Date.now() });
  if (step === null) {
    countFailure(counted);
    throw new AppError("auth/wrong-code");
  }
  forgetFailures(counted);
  const row = {
    sealedSecret: sealText(secret, { keys, about: aboutTotp(userId) }),
    lastStep: step,
    createdAt: new Date(),
  };
  const upsert = { where: { userId }, create: { userId, ...row }, update: row };
  return { recovery_codes: await addFactor(ctx, () => ctx.db.totp.upsert(upsert)) };
};

export const removeTotp: Service<typeof userContract.removeTotp> = async (_, ctx) => {
  const where = { userId: userIdOf(ctx.actor) };
  if ((await ctx.db.totp.count({ where })) === 0) return {};
  await takeFactor(ctx, ctx.db.totp.deleteMany({ where }));
  return {};
};

/** Throws user/no-factor: they stand in for something. */
export const makeRecoveryCodes: Service<typeof userContract.makeRecoveryCodes> = async (_, ctx) => {
  return inAccountTurn(async () => {
    if (!(await getOwnFactors(ctx)).has) throw new AppError("user/no-factor");
    return { recovery_codes: await renewRecoveryCodes(ctx) };
  });
};

function aboutSetup(userId: string): string {
  return `totp set-up ${userId}`;
}
