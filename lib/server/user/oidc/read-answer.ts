import type { Configuration, IDToken } from "openid-client";
import type { StoredOidc } from "@/lib/contracts/oidc-rules";
import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Person } from "@/lib/server/user/provided/find-provided";
import { findOutbound } from "./discover";
import { findProvider } from "./find-provider";
import { listOf, readClaim, textOf } from "./read-claim";
import { takePending, type Errand } from "./pending-answers";
import { browserCookie } from "./send-to-provider";

type Answered<K extends Errand["kind"]> = {
  person: Person;
  errand: Extract<Errand, { kind: K }>;
  setting: StoredOidc;
};

/**
 * Who the provider says came back. Throws auth/oidc-late for a state that is unknown, old, used, another browser's or for another errand,
 * auth/oidc-denied when the provider let nobody in, auth/oidc-answer for what does not hold, auth/oidc-away, auth/oidc-off.
 */
export async function readAnswer<K extends Errand["kind"]>(
  { request, browser, log }: Pick<Ctx, "request" | "browser" | "log">,
  { answer, kind }: { answer: string; kind: K },
): Promise<Answered<K>> {
  const params = new URLSearchParams(answer);
  const state = params.get("state") ?? "";
  const cookie = browserCookie(state);
  const pending = takePending({ state, browser: request.cookie(cookie) });
  if (pending === null || !isFor(pending.errand, kind)) throw new AppError("auth/oidc-late");
  browser.keep({ name: cookie, value: "", path: "/api/user", expiresAt: new Date(0) });
  const { setting, config } = await findProvider();
  if (setting.issuer !== pending.issuer) throw new AppError("auth/oidc-late");
  const { name } = setting;
  if (params.has("error")) {
    log.warn({ error: params.get("error"), about: params.get("error_description") }, "the provider let nobody in");
    throw new AppError("auth/oidc-denied", { name });
  }
  const { nonce, verifier, redirectUri } = pending;
  const url = new URL(redirectUri);
  url.search = params.toString();
  const person = await exchange({ config, setting, url, state, nonce, verifier }).catch((error: unknown) => {
    log.warn({ err: error }, "an answer of the provider does not hold");
    throw new AppError(
      findOutbound(error) === null ? "auth/oidc-answer" : "auth/oidc-away",
      { name },
      { cause: error },
    );
  });
  return { person, errand: pending.errand, setting };
}

function isFor<K extends Errand["kind"]>(errand: Errand, kind: K): errand is Extract<Errand, { kind: K }> {
  return errand.kind === kind;
}

type Exchange = {
  config: Configuration;
  setting: StoredOidc;
  url: URL;
  state: string;
  nonce: string;
  verifier: string;
};

async function exchange({ config, setting, url, state, nonce, verifier }: Exchange): Promise<Person> {
  const client = await import("openid-client");
  const tokens = await client.authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("no ID token");
  // All whom it names so would be one.
  if (claims.sub === "") throw new Error("the ID token names nobody");
  const { username_claim: usernameClaim, groups_claim: groupsClaim } = setting;
  const asked = [usernameClaim, groupsClaim].filter((claim) => claim !== "");
  const isWhole = asked.every((claim) => readClaim(claims, claim) !== undefined);
  // Some providers say in the token who it is, and the rest only when asked.
  const more =
    isWhole || config.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await client.fetchUserInfo(config, tokens.access_token, claims.sub);
  return toPerson({ ...more, ...claims }, { usernameClaim, groupsClaim });
}

type Claims = { usernameClaim: string; groupsClaim: string };

function toPerson(claims: IDToken, { usernameClaim, groupsClaim }: Claims): Person {
  const username = textOf(readClaim(claims, usernameClaim));
  const name = [username, textOf(claims["email"]), textOf(claims["name"]), claims.sub].find((text) => text !== "");
  return {
    issuer: claims.iss,
    subject: claims.sub,
    username,
    choseName: true,
    name: (name ?? "").slice(0, 256),
    groups: groupsClaim === "" ? [] : listOf(readClaim(claims, groupsClaim)),
  };
}
