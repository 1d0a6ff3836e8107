import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { spendCode } from "@/lib/server/session/factor/spend-code";
import { startSession } from "@/lib/server/session/start-session";
import { assertNotThrottled, countFailure, forgetFailures } from "@/lib/server/session/throttle";
import { dropHalf, findHalf, keepHalf, type HalfSignedIn } from "./half-signed-in";

type Half = Omit<HalfSignedIn, "expiresAtMs">;

/** The second step of a sign-in, the only thing that who has given a password alone can reach. */
export const signInSecond: Service<typeof userContract.loginSecond> = async ({ username, pending, code }, ctx) => {
  const half = findHalf(pending);
  const user = half === null ? null : await ctx.db.user.findUnique({ where: { id: half.userId } });
  if (half === null || user === null || user.disabled || user.passwordHash !== half.passwordHash)
    throw new AppError("auth/second-factor-late");
  // The audit log takes the name from what was sent.
  if (user.username !== username) throw new AppError("auth/second-factor-late");
  await assertSecondFactor(ctx, { half, code });
  dropHalf(pending);
  return { token: await startSession(ctx, user.id), factor_missing: false };
};

/** Throws auth/wrong-code, counted before the check as a wrong password is, and auth/throttled. */
export async function assertSecondFactor(
  { db }: Pick<Ctx, "db">,
  { half, code }: { half: Half; code: string },
): Promise<void> {
  const { userId, counted, factorKey } = half;
  assertNotThrottled([factorKey]);
  countFailure([factorKey]);
  if (!(await spendCode({ db, keys: getApp().keys, userId, code }))) throw new AppError("auth/wrong-code");
  forgetFailures([...counted, factorKey]);
}

/** What the browser goes on with: the failure that the first step ends with. */
export async function askSecondFactor({ db }: Pick<Ctx, "db">, half: Half): Promise<AppError> {
  const hasTotp = (await db.totp.count({ where: { userId: half.userId } })) > 0;
  const methods = [...(hasTotp ? ["totp"] : []), "recovery"];
  return new AppError("auth/second-factor", {}, { detail: { pending: keepHalf(half), methods } });
}
