import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { assertNotThrottled, countFailure, guessKey, relayKeys } from "@/lib/server/session/throttle";
import { enter } from "@/lib/server/user/enter";
import { askPasskey, findPasskeyUser } from "./check-passkey";

const use = { about: "login", userId: null };

/** Of whom is not asked: the browser offers what it has for this host name. */
export const beginPasskeyLogin: Service<typeof userContract.beginPasskeyLogin> = async (_, ctx) => ({
  options: (await askPasskey(ctx, use)) ?? {},
});

/**
 * A passkey that has seen its user is both factors. One answer for every cause, auth/passkey; nobody guesses a signature, but looking at many costs,
 * so a network that sends bad ones has to wait.
 */
export const loginPasskey: Service<typeof userContract.loginPasskey> = async ({ passkey, stay }, ctx) => {
  const keys = [guessKey(ctx.request.address, "passkey "), ...relayKeys(ctx.request, "passkey ")];
  assertNotThrottled(keys);
  const used = await findPasskeyUser(ctx, { ...use, passkey });
  const user = used === null ? null : await ctx.db.user.findUnique({ where: { id: used.userId } });
  // The log names whose it was; what was sent does not.
  if (user !== null) ctx.actor = { ...ctx.actor, username: user.username };
  if (used === null || user === null || user.disabled) {
    countFailure(keys);
    throw new AppError("auth/passkey");
  }
  return enter(ctx, { userId: user.id, way: "passkey", stay, found: [used.found] });
};
