import type { userContract } from "@/lib/contracts/user";
import { isCommonPassword } from "@/lib/shared/common-password";
import { AppError } from "@/lib/shared/errors";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { noteConfirmed } from "@/lib/server/session/confirmation";
import { endSessions } from "@/lib/server/session/end-sessions";
import { hashPassword, isPassword } from "@/lib/server/session/password";
import { askerOf, assertHolds, writeWhile, type Checked } from "@/lib/server/session/still-holds";
import { assertNotThrottled, countFailure, forgetFailures } from "@/lib/server/session/throttle";

/**
 * For changes of the account itself: the password once more. Throttled like signing in. What comes back must still hold when the change is written, for the
 * check takes its time.
 */
export async function checkOwnPassword({ db, actor }: Pick<Ctx, "db" | "actor">, password: string): Promise<Checked> {
  const userId = userIdOf(actor);
  const keys = [{ kind: "password", value: userId }] as const;
  assertNotThrottled(keys);
  countFailure(keys);
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (user === null || !(await isPassword(user.passwordHash, password, userId)))
    throw new AppError("auth/password-again");
  forgetFailures(keys);
  const { found } = askerOf(actor);
  return { userId, found: [...found, { passwordHash: user.passwordHash }], otherwise: "auth/password-again" };
}

/** Length is what the contract asks. */
export function isWeakPassword(password: string, username: string): boolean {
  return isCommonPassword(password, [username, "Filedeck"]);
}

/** Throws user/password-weak. */
export function assertGoodPassword(password: string, username: string): void {
  if (isWeakPassword(password, username)) throw new AppError("user/password-weak");
}

export const confirm: Service<typeof userContract.confirm> = async ({ password }, ctx) => {
  await assertHolds(ctx.db, await checkOwnPassword(ctx, password));
  if (ctx.actor.sessionId !== null) noteConfirmed(ctx.actor.sessionId);
  return {};
};

export const changePassword: Service<typeof userContract.changePassword> = async ({ current, next }, ctx) => {
  const userId = userIdOf(ctx.actor);
  const { db, actor } = ctx;
  const checked = await checkOwnPassword(ctx, current);
  assertGoodPassword(next, actor.username);
  const passwordHash = await hashPassword(next);
  return inAccountTurn(async () => {
    await writeWhile(db, checked, [db.user.updateMany({ where: { id: userId }, data: { passwordHash } })]);
    const others = { userId, ...(actor.sessionId === null ? {} : { id: { not: actor.sessionId } }) };
    await endSessions(db, others, "password");
    return {};
  });
};
