import type { userContract } from "@/lib/contracts/user";
import { isCommonPassword } from "@/lib/shared/common-password";
import { AppError } from "@/lib/shared/errors";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { noteConfirmed } from "@/lib/server/session/confirmation";
import { endSessions } from "@/lib/server/session/end-sessions";
import { hashPassword, isPassword } from "@/lib/server/session/password";
import { assertNotThrottled, countFailure, forgetFailures } from "@/lib/server/session/throttle";

/** For changes of the account itself: the password once more. Throttled like signing in. */
export async function assertOwnPassword({ db, actor }: Pick<Ctx, "db" | "actor">, password: string): Promise<void> {
  const userId = userIdOf(actor);
  const keys = [{ kind: "password", value: userId }] as const;
  assertNotThrottled(keys);
  countFailure(keys);
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (user === null || !(await isPassword(user.passwordHash, password, userId)))
    throw new AppError("auth/password-again");
  forgetFailures(keys);
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
  await assertOwnPassword(ctx, password);
  if (ctx.actor.sessionId !== null) noteConfirmed(ctx.actor.sessionId);
  return {};
};

export const changePassword: Service<typeof userContract.changePassword> = async ({ current, next }, ctx) => {
  const userId = userIdOf(ctx.actor);
  await assertOwnPassword(ctx, current);
  assertGoodPassword(next, ctx.actor.username);
  await ctx.db.user.update({ where: { id: userId }, data: { passwordHash: await hashPassword(next) } });
  const others = { userId, ...(ctx.actor.sessionId === null ? {} : { id: { not: ctx.actor.sessionId } }) };
  await endSessions(ctx.db, others, "password");
  return {};
};
