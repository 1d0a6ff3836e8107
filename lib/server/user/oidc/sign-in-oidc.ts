import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { factorCounts, hasFactor, isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { startSession } from "@/lib/server/session/start-session";
import { assertNotThrottled, countFailure } from "@/lib/server/session/throttle";
import { askSecondFactor } from "@/lib/server/user/factor/sign-in-second";
import { countsOf } from "@/lib/server/user/sign-in";
import { findAccount } from "./find-account";
import { readAnswer } from "./read-answer";
import { answerKey } from "./send-to-provider";

/**
 * The provider has asked for all that it wants to know, so the own second factor is asked for only where it is required here: what the provider asked
 * for is not known to this server. Failures are those of {@link readAnswer} and {@link findAccount}, and auth/second-factor.
 */
export const loginOidc: Service<typeof userContract.loginOidc> = async ({ answer }, ctx) => {
  assertNotThrottled([answerKey(ctx)]);
  const { userId, stay } = await enter(ctx, answer).catch((error: unknown) => {
    countFailure([answerKey(ctx)]);
    throw error;
  });
  const user = await ctx.db.user.findUniqueOrThrow({
    where: { id: userId },
    include: { role: true, ...factorCounts },
  });
  const isRequired = isFactorRequired(user);
  if (isRequired && hasFactor(user)) {
    const { factor } = await countsOf(ctx, user.username.toLowerCase(), userId);
    throw await askSecondFactor(ctx, { userId, passwordHash: user.passwordHash, counted: [], factorKey: factor, stay });
  }
  return { token: await startSession(ctx, { userId, stay }), factor_missing: isRequired };
};

async function enter(ctx: Ctx, answer: string): Promise<{ userId: string; stay: boolean }> {
  const { person, errand, setting } = await readAnswer(ctx, { answer, kind: "login" });
  ctx.about(`${person.name} (${person.issuer})`);
  const user = await findAccount(ctx, { person, setting });
  // The log names whose it was; what was sent does not.
  ctx.actor = { ...ctx.actor, username: user.username };
  if (user.disabled) throw new AppError("auth/oidc-disabled");
  return { userId: user.id, stay: errand.stay };
}
