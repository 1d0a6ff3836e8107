import { describe, expect, it } from "vitest";
import { getOidcSetting, oidcSetting } from "./oidc-setting";
import { linkIdentity, listIdentities, unlinkIdentity } from "./own-identities";
import { client, walkThrough } from "./provider-fixture";
import { beginOidcLink, beginOidcLogin } from "./send-to-provider";
import { keyOf, noSecret, redirectUri, withProvider } from "./with-provider-fixture";

/** The session that a browser of the fixture has, called like its user. */
const signInAs = (userId: string) => {
  const row = { id: userId, userId, tokenHash: "", address: "", agent: "", expiresAt: new Date(Date.now() + 60_000) };
  return db().session.upsert({ where: { id: userId }, create: row, update: {} });
};
const { db, issuer, browser, setUp, begin, signIn } = withProvider();

describe("linking", () => {
  const link = async (userId: string, by = userId) => {
    const own = browser({ userId });
    await signInAs(by);
    const { url } = await beginOidcLink({}, own.ctx);
    const answer = await walkThrough(url, "sub-tom");
    own.ctx.actor = { ...own.ctx.actor, userId: by };
    return keyOf(linkIdentity({ answer }, own.ctx));
  };

  it("is done by who is signed in, lets them in from then on, and is undone by them", async () => {
    await setUp({ create_users: false });
    expect(await link("mia")).toBe("in");
    expect(await signIn()).toBe("in");
    expect(await db().session.count({ where: { userId: "mia", id: { not: "mia" } } })).toBe(1);
    const { ctx } = browser({ userId: "mia" });
    const { identities, provider: name } = await listIdentities({}, ctx);
    expect(name).toBe("Home ID");
    expect(identities).toMatchObject([{ issuer: issuer(), name: "tom", is_origin: false }]);
    await unlinkIdentity({ id: identities[0]?.id ?? "" }, ctx);
    expect(await signIn()).toBe("auth/oidc-unknown");
  });

  it("takes nobody’s identity, nor another user’s errand, nor an answer for signing in", async () => {
    await db().user.create({ data: { id: "ann", username: "ann", ...noSecret } });
    expect(await link("mia", "ann")).toBe("auth/oidc-late");
    expect(await link("mia")).toBe("in");
    expect(await link("ann")).toBe("user/identity-taken");
    const own = browser({ userId: "ann" });
    const answer = await walkThrough(await begin(own), "sub-eve");
    expect(await keyOf(linkIdentity({ answer }, own.ctx))).toBe("auth/oidc-late");
    const foreign = await db().identity.findFirstOrThrow();
    await unlinkIdentity({ id: foreign.id }, own.ctx);
    expect(await db().identity.count()).toBe(1);
  });

  it("is not written for a session that ended while the provider was asked", async () => {
    const own = browser({ userId: "mia" });
    await signInAs("mia");
    const answer = await walkThrough((await beginOidcLink({}, own.ctx)).url, "sub-tom");
    await db().session.deleteMany();
    expect(await keyOf(linkIdentity({ answer }, own.ctx))).toBe("auth/required");
    expect(await db().identity.count()).toBe(0);
  });

  it("stays for those whom the provider made", async () => {
    await signIn();
    const { id, userId } = await db().identity.findFirstOrThrow();
    expect(await keyOf(unlinkIdentity({ id }, browser({ userId }).ctx))).toBe("user/identity-origin");
  });
});

describe("the setting", () => {
  it("is for administrators, keeps the secret to itself, and for its issuer alone", async () => {
    const manager = browser({ userId: "mia" });
    expect(await keyOf(getOidcSetting({}, manager.ctx))).toBe("auth/root-only");
    const said = await setUp({ secret: null });
    expect(said).toMatchObject({ has_secret: true, redirect_uri: redirectUri });
    expect(JSON.stringify([said, oidcSetting.get()])).not.toContain(client.secret);
    expect(await signIn()).toBe("in");
    expect(await setUp({ secret: null, enabled: false, issuer: "https://other.example" })).toMatchObject({
      has_secret: false,
    });
    expect(await keyOf(beginOidcLogin({ stay: true }, browser().ctx))).toBe("auth/oidc-off");
  });

  it("takes only a provider that answers, on a private address only where that is allowed", async () => {
    expect(await keyOf(setUp({ allow_private: false }))).toBe("outbound/lan");
    expect(await keyOf(setUp({ issuer: `${issuer()}/elsewhere` }))).toBe("user/oidc-issuer");
    expect(await keyOf(setUp({ default_role_id: "gone" }))).toBe("role/not-found");
    expect(oidcSetting.get()).toMatchObject({ issuer: issuer(), allow_private: true });
  });
});
