import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { assertNotThrottled, guessKey, networkOf, relayKeys, type ThrottleKey } from "@/lib/server/session/throttle";
import { findProvider } from "./find-provider";
import { keepPending, pendingMs, type Errand } from "./pending-answers";
import { redirectUriOf } from "./redirect-uri";

export const beginOidcLogin: Service<typeof userContract.beginOidcLogin> = async ({ stay }, ctx) => {
  assertNotThrottled(answerKeys(ctx));
  return { url: await sendToProvider(ctx, { kind: "login", stay }) };
};

export const beginOidcLink: Service<typeof userContract.beginOidcLink> = async (_, ctx) => ({
  url: await sendToProvider(ctx, { kind: "link", userId: userIdOf(ctx.actor) }),
});

/** What answers that lead nowhere are counted by. */
export function answerKeys({ request }: Pick<Ctx, "request">): ThrottleKey[] {
  return [guessKey(request.address, "oidc "), ...relayKeys(request, "oidc ")];
}

/** The cookie that binds a state to its browser; one for each, so that several tabs may be on their way. */
export function browserCookie(state: string): string {
  return `filedeck.oidc.${state.slice(0, 16)}`;
}

/** The provider's address for this errand: code flow with PKCE, state and nonce (OpenID Connect Core 1.0 §3.1, RFC 9700). */
async function sendToProvider(ctx: Pick<Ctx, "request" | "browser">, errand: Errand): Promise<string> {
  const { setting, config } = await findProvider();
  const client = await import("openid-client");
  const [nonce, verifier] = [client.randomNonce(), client.randomPKCECodeVerifier()];
  const redirectUri = redirectUriOf(ctx.request);
  const network = networkOf(ctx.request.address);
  const { state, browser } = keepPending({ errand, issuer: setting.issuer, redirectUri, nonce, verifier, network });
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: setting.scopes.split(/\s+/).join(" "),
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  // The page goes there: an address of the provider's must not be a script.
  if (!/^https?:$/.test(url.protocol)) throw new AppError("auth/oidc-answer", { name: setting.name });
  const expiresAt = new Date(Date.now() + pendingMs);
  ctx.browser.keep({ name: browserCookie(state), value: browser, path: "/api/user", expiresAt });
  return url.href;
}
