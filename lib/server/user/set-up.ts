import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { getApp } from "@/lib/server/runtime/app";
import type { Service } from "@/lib/server/http/service";
import { isSame } from "@/lib/server/base/keys";
import { hashPassword } from "@/lib/server/session/password";
import { readSignInRules } from "@/lib/server/session/sign-in-rules";
import { oidcSetting } from "./oidc/oidc-setting";
import { relyingPartyOf } from "./passkey/relying-party";
import { readProxied } from "./proxy/proxy-setting";
import { assertGoodPassword } from "./password";
import { startSession } from "@/lib/server/session/start-session";
import { addressKey, assertNotThrottled, countFailure, relayKeys } from "@/lib/server/session/throttle";
import { noGrants } from "@/lib/server/session/grants";
import type { Db } from "@/lib/server/db/open-db";

export const getSetup: Service<typeof userContract.getSetup> = async (_, { request }) => ({
  needed: getApp().setupToken !== null,
  passkey_origin: relyingPartyOf(request).origin,
  may_stay: readSignInRules().may_stay,
  provider: oidcSetting.get().enabled ? oidcSetting.get().name : null,
  proxy_user: readProxied(request)?.username ?? null,
  passwords: readSignInRules().passwords,
});

/** Makes the first account for whoever can read the server's log. */
export const setUp: Service<typeof userContract.setup> = async ({ token, username, password }, ctx) => {
  const app = getApp();
  if (app.setupToken === null) throw new AppError("auth/setup-closed");
  const keys = [addressKey(ctx.request.address), ...relayKeys(ctx.request)];
  assertNotThrottled(keys);
  if (!isSame(app.setupToken, token)) {
    countFailure(keys);
    throw new AppError("auth/setup-token");
  }
  assertGoodPassword(password, username);
  // Closed before the first await, so that two requests cannot both win.
  app.setupToken = null;
  try {
    const id = await createRoot(ctx.db, username, password);
    ctx.actor = { ...ctx.actor, username };
    return { token: await startSession(ctx, { userId: id, stay: true, found: [] }), factor_missing: false };
  } catch (error) {
    app.setupToken = token;
    throw error;
  }
};

export async function createRoot(db: Db, username: string, password: string): Promise<string> {
  const id = randomId();
  await db.user.create({
    data: { id, username, passwordHash: await hashPassword(password), isRoot: true, grants: noGrants, preferences: {} },
  });
  return id;
}
