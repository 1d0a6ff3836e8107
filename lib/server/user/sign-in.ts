import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { userIdOf } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import { endSessions } from "@/lib/server/session/end-sessions";
import { isPassword } from "@/lib/server/session/password";
import { startSession } from "@/lib/server/session/start-session";
import {
  addressKey,
  assertNotThrottled,
  countFailure,
  forgetFailures,
  pairOf,
  takeBackFailure,
  type ThrottleKey,
} from "@/lib/server/session/throttle";

/** One answer for an unknown user, a wrong password and a disabled account, in the same time. */
export const signIn: Service<typeof userContract.login> = async ({ username, password }, ctx) => {
  const account = username.toLowerCase();
  const { address } = ctx.request;
  const own: ThrottleKey[] = [pairOf(account, address), { kind: "account", value: account }];
  const shared = addressKey(address);
  const keys = [...own, shared];
  assertNotThrottled(keys);
  // Counted before the slow check, so that parallel attempts do not slip through.
  countFailure(keys);
  const user = await ctx.db.user.findUnique({ where: { username } });
  const isRight = await isPassword(user?.passwordHash ?? null, password);
  if (user === null || !isRight || user.disabled) throw new AppError("auth/wrong-credentials");
  forgetFailures(own);
  takeBackFailure(shared);
  return { token: await startSession(ctx, user.id) };
};

export const signOut: Service<typeof userContract.logout> = async (_, ctx) => {
  const { actor, db } = ctx;
  if (actor.sessionId !== null) await endSessions(db, { userId: userIdOf(actor), id: actor.sessionId }, null);
  ctx.browser.signOut();
  return {};
};
