import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { personOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { endOwnSession } from "@/lib/server/session/end-sessions";
import { findProxyName } from "@/lib/server/session/find-actor";
import { factorCounts, hasFactor, isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { deviceCookie, isKnownNetwork, parseDevice } from "@/lib/server/session/known-device";
import { inPasswordTurn, isPassword } from "@/lib/server/session/password";
import { makeChallenge, proofKeys, spendProof } from "@/lib/server/session/proof";
import { readSignInRules } from "@/lib/server/session/sign-in-rules";
import { noFactor } from "@/lib/server/session/still-holds";
import { findNamed } from "@/lib/server/session/find-named";
import {
  accountOf,
  addressKey,
  assertNotThrottled,
  countFailure,
  deviceKey,
  factorKey,
  forgetFailures,
  networkOf,
  pairOf,
  relayKeys,
  takeBackFailure,
  type ThrottleKey,
} from "@/lib/server/session/throttle";
import { anonymousHolder } from "@/lib/server/base/anonymous";
import { enter } from "./enter";
import { askSecondFactor, proveCode } from "./factor/sign-in-second";
import { proxySetting } from "./proxy/proxy-setting";

/**
 * One answer for an unknown user, a wrong password and a disabled account, in the same time. Where there is a second factor the right password alone
 * ends in auth/second-factor, with what user/login/second takes.
 */
export const signIn: Service<typeof userContract.login> = async ({ username, password, proof, totp, stay }, ctx) => {
  const account = accountOf(username);
  const id = await findNamed(ctx.db, username);
  const user = await ctx.db.user.findUnique({ where: { id: id ?? "" }, include: { role: true, ...factorCounts } });
  // Whose password somebody guesses is what the log is for.
  ctx.actor = { ...ctx.actor, username: user?.username ?? username };
  const { own, shared, factor, holder } = await countsOf(ctx, account, user?.id ?? "");
  const keys = [...own, ...shared];
  const attempt = { keys: getApp().keys, account, address: ctx.request.address };
  const isProven = proof !== undefined && (await inPasswordTurn(holder, () => spendProof(proof, attempt)));
  if (!isProven) assertNotThrottled(keys);
  // Counted before the slow check, so that parallel attempts do not slip through.
  const counted = isProven ? [...keys, ...proofKeys(attempt)] : keys;
  countFailure(counted);
  const isRight = await isPassword(user?.passwordHash ?? null, password, holder);
  if (user === null || !isRight || user.disabled) throw new AppError("auth/wrong-credentials");
  for (const key of counted) if (!own.includes(key)) takeBackFailure(key);
  // Said to nobody else: whoever comes so far knows the password.
  if (!user.isRoot && readSignInRules().passwords !== "everyone") throw new AppError("auth/password-off");
  const { id: userId, passwordHash } = user;
  const entering = { userId, way: "password", stay, found: [{ passwordHash }] } as const;
  if (hasFactor(user)) {
    // What was counted for the password stays until the second factor fits: else a known password would clear the counts.
    const half = { entering, counted: own, factorKey: factor };
    if (totp === undefined) throw await askSecondFactor(ctx, half);
    return enter(ctx, { ...entering, found: [...entering.found, await proveCode(ctx, { half, code: totp })] });
  }
  forgetFailures(own);
  return enter(ctx, { ...entering, found: [...entering.found, noFactor], factorMissing: isFactorRequired(user) });
};

/** What a browser that has to wait may solve instead. */
export const challenge: Service<typeof userContract.challenge> = async ({ username }, { request }) =>
  makeChallenge({ keys: getApp().keys, account: accountOf(username), address: request.address });

export const signOut: Service<typeof userContract.logout> = async (_, ctx) => {
  const { actor, db } = ctx;
  const { userId } = personOf(actor);
  const isNamed = actor.sessionId !== null && (await findProxyName(db, actor.sessionId)) !== null;
  if (actor.sessionId !== null && userId !== null) await endOwnSession(db, { userId, id: actor.sessionId }, null);
  ctx.browser.signOut();
  const address = proxySetting.get().sign_out_url;
  return { go_to: isNamed && address !== "" ? address : null };
};

/**
 * What this attempt is counted by: a browser or a network that the user has signed in from before by itself, so that no
 * anonymous caller's failures make it wait; all others by account, by network and by who tells it as well. `holder` is whose turn its slow check takes: what is
 * known does not wait for anonymous callers.
 */
export async function countsOf(
  ctx: Pick<Ctx, "db" | "request">,
  account: string,
  userId: string,
): Promise<{ own: ThrottleKey[]; shared: ThrottleKey[]; factor: ThrottleKey; holder: string }> {
  const { address } = ctx.request;
  const device = parseDevice(getApp().keys, ctx.request.cookie(deviceCookie));
  // Asked in any case: an unknown user takes as long.
  const isKnown = await isKnownNetwork(ctx, userId);
  if (device?.userIds.includes(userId) === true)
    return {
      own: [deviceKey(account, device.id)],
      shared: [],
      factor: factorKey(userId, `device ${device.id}`),
      holder: `device ${device.id}`,
    };
  const network = networkOf(address);
  const pair = pairOf(account, address);
  if (isKnown)
    return { own: [pair], shared: [], factor: factorKey(userId, `network ${network}`), holder: `known ${network}` };
  const own: ThrottleKey[] = [pair, { kind: "account", value: account }];
  const shared = [addressKey(address), ...relayKeys(ctx.request)];
  return { own, shared, factor: factorKey(userId, ""), holder: anonymousHolder(network) };
}
