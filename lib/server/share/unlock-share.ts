import type { shareContract } from "@/lib/contracts/share";
import { AppError } from "@/lib/shared/errors";
import type { RequestOrigin } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { isSame, sign } from "@/lib/server/base/keys";
import { isPassword } from "@/lib/server/session/password";
import {
  assertNotThrottled,
  countFailure,
  countOf,
  forgetFailures,
  guessKey,
  pairOf,
  relayKeys,
  takeBackFailure,
  type ThrottleKey,
} from "@/lib/server/session/throttle";

const unlockedMs = 24 * 60 * 60_000;

type Locked = { id: string; passwordHash: string | null };

/** Bound to the share and to its present password: a new one locks again. */
function keyOf({ id, passwordHash }: Locked, expiresAtMs: number): string {
  const signature = sign(getApp().keys.ticket, JSON.stringify(["share", id, passwordHash, expiresAtMs]));
  return `${expiresAtMs.toString(36)}.${signature}`;
}

const cookieOf = ({ id }: Pick<Locked, "id">) => `filedeck.share.${id}`;

/** Throws share/password unless the share has none or the browser has given it. */
export function assertUnlocked(share: Locked, request: Pick<RequestOrigin, "cookie">): void {
  if (share.passwordHash === null) return;
  const given = request.cookie(cookieOf(share)) ?? "";
  const expiresAtMs = Number.parseInt(given.split(".")[0] ?? "", 36);
  if (!(expiresAtMs > Date.now()) || !isSame(given, keyOf(share, expiresAtMs))) throw new AppError("share/password");
}

/** One answer for a wrong password and a share that is not there, in the same time. */
export const unlockShare: Service<typeof shareContract.unlockShare> = async ({ link, password }, ctx) => {
  const { address } = ctx.request;
  const pair = pairOf(`share:${link}`, address);
  const account: ThrottleKey = { kind: "account", value: `share ${link}` };
  const own = [pair, account];
  // Each check takes memory and time, whatever the link: nobody makes it work without end by naming another one.
  const shared = [guessKey(address, "password:"), ...relayKeys(ctx.request, "password:")];
  assertNotThrottled([pair, ...shared]);
  assertNotClosed(link, { pair, account });
  // Counted before the slow check, so that parallel attempts do not slip through.
  countFailure([...own, ...shared]);
  const share = await ctx.db.share.findUnique({ where: { link }, select: { id: true, passwordHash: true } });
  const isRight = await isPassword(share?.passwordHash ?? null, password, holderOf(ctx));
  if (share === null || (share.passwordHash !== null && !isRight)) throw new AppError("share/password-wrong");
  forgetFailures(own);
  shared.forEach(takeBackFailure);
  const expiresAtMs = Date.now() + unlockedMs;
  ctx.browser.keep({
    name: cookieOf(share),
    value: keyOf(share, expiresAtMs),
    path: `/api/share/${link}`,
    expiresAt: new Date(expiresAtMs),
  });
  return {};
};

/**
 * What others guess must not close a share to those it is for: one attempt a minute would do that. So whoever has not failed here yet may try, one network
 * every ten seconds; who guesses from a thousand networks is still slow. Throws auth/throttled.
 */
function assertNotClosed(link: string, { pair, account }: { pair: ThrottleKey; account: ThrottleKey }): void {
  try {
    assertNotThrottled([account]);
  } catch (error) {
    if (countOf(pair) > 0) throw error;
    const newcomer: ThrottleKey = { kind: "newcomer", value: `share ${link}` };
    assertNotThrottled([newcomer]);
    countFailure([newcomer]);
  }
}
