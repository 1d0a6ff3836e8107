import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readEnv } from "@/lib/server/base/env";
import { deriveKeys } from "@/lib/server/base/keys";
import { migrate } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { visitor } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { defaultSignInRules, setSignInRules } from "@/lib/server/session/sign-in-rules";
import { getOidcSetting, oidcSetting, setOidcSetting } from "./oidc-setting";
import { linkIdentity, listIdentities, unlinkIdentity } from "./own-identities";
import { client, startProvider, walkThrough, type People } from "./provider-fixture";
import { beginOidcLink, beginOidcLogin } from "./send-to-provider";
import { loginOidc } from "./sign-in-oidc";

const redirectUri = "http://files.test/login/oidc";
const people: People = {};
let dir: string;
let db: Db;
let provider: Awaited<ReturnType<typeof startProvider>>;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-oidc-"));
  const file = path.join(dir, "filedeck.db");
  await migrate(file, "prisma/migrations");
  db = openDb(file);
  startAppOf({ keys: deriveKeys(Buffer.alloc(32, 7)), db, env: { ...readEnv(), publicUrl: null, basePath: "" } });
  provider = await startProvider({ people, redirectUri });
});
afterAll(async () => {
  await provider.close();
  await db.$disconnect();
  rmSync(dir, { recursive: true, force: true });
});

const readers = { id: "readers", name: "Readers", grants: { ...noGrants, auth_list: ["file_read"] } };
const writers = { id: "writers", name: "Writers", grants: { ...noGrants, auth_list: ["file_write"] } };
const noSecret = { passwordHash: "x", grants: noGrants, preferences: {} };

beforeEach(async () => {
  setSignInRules(() => defaultSignInRules);
  await db.user.deleteMany();
  await db.role.deleteMany();
  await db.role.createMany({ data: [readers, writers] });
  await db.user.create({ data: { id: "mia", username: "mia", isRoot: true, ...noSecret } });
  for (const name of Object.keys(people)) delete people[name];
  people["sub-tom"] = { preferred_username: "tom", email: "mia@example.org", groups: ["staff"] };
  await setUp({});
});

let networks = 0;
const freshAddress = () => `10.1.${(++networks >> 8) & 255}.${networks & 255}`;

/** A browser: keeps the cookies it is given. */
function browser({ userId = null as string | null, isRoot = false } = {}) {
  const jar = new Map<string, string>();
  const notes = { about: "" };
  const ctx = {
    db,
    log: pino({ level: "silent" }),
    actor: { ...visitor, userId, isRoot, sessionId: userId },
    about: (text: string) => (notes.about = text),
    request: {
      address: freshAddress(),
      agent: "",
      host: "files.test",
      secure: false,
      cookie: (name: string) => jar.get(name) ?? null,
    },
    browser: {
      signIn: () => undefined,
      keep: ({ name, value }: { name: string; value: string }) => jar.set(name, value),
    },
  } as unknown as Ctx; // what a sign-in uses of it
  return { ctx, jar, notes };
}

type Changes = Partial<Parameters<typeof setOidcSetting>[0]>;

function setUp(changes: Changes) {
  const value = {
    enabled: true,
    name: "Home ID",
    issuer: provider.issuer,
    client_id: client.id,
    secret: client.secret,
    scopes: "openid profile groups",
    username_claim: "preferred_username",
    groups_claim: "",
    group_roles: [],
    create_users: true,
    default_role_id: readers.id,
    allow_private: true,
    ...changes,
  };
  return setOidcSetting(value, browser({ userId: "mia", isRoot: true }).ctx);
}

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "in",
    (error: { key?: string }) => error.key ?? error,
  );

const begin = async ({ ctx }: ReturnType<typeof browser>) => (await beginOidcLogin({ stay: true }, ctx)).url;

async function signIn(login = "sub-tom", change: (url: URL) => void = () => undefined): Promise<unknown> {
  const own = browser();
  const url = new URL(await begin(own));
  change(url);
  return keyOf(loginOidc({ answer: await walkThrough(url.href, login) }, own.ctx));
}

const roleOf = async (username: string) => (await db.user.findUnique({ where: { username } }))?.roleId;

describe("somebody whom the provider knows", () => {
  it("gets an account where that is wanted, and comes back to the same one whatever they are called by then", async () => {
    expect(await signIn()).toBe("in");
    people["sub-tom"] = { preferred_username: "mia" };
    expect(await signIn()).toBe("in");
    const users = await db.user.findMany({ include: { identities: true, _count: { select: { sessions: true } } } });
    const tom = users.find(({ username }) => username === "tom");
    expect(users).toHaveLength(2);
    expect(tom).toMatchObject({ isRoot: false, roleId: readers.id, _count: { sessions: 2 } });
    expect(tom?.identities).toMatchObject([{ issuer: provider.issuer, subject: "sub-tom", isOrigin: true }]);
  });

  it("is refused where only known users get in", async () => {
    await setUp({ create_users: false });
    expect(await signIn()).toBe("auth/oidc-unknown");
    expect(await db.user.count()).toBe(1);
  });

  it("never becomes a user who is called the same, in whatever letters, or who has no such name", async () => {
    for (const name of ["mia", "MIA", "ｍia"]) {
      people["sub-tom"] = { preferred_username: name };
      expect(await signIn()).toBe("auth/oidc-taken");
    }
    people["sub-tom"] = { preferred_username: "a name" };
    expect(await signIn()).toBe("auth/oidc-username");
    expect(await db.identity.count()).toBe(0);
  });

  it("is refused while disabled, and once the account is gone while only known users get in", async () => {
    await signIn();
    await db.user.update({ where: { username: "tom" }, data: { disabled: true } });
    expect(await signIn()).toBe("auth/oidc-disabled");
    await db.user.delete({ where: { username: "tom" } });
    await setUp({ create_users: false });
    expect(await signIn()).toBe("auth/oidc-unknown");
  });
});

describe("groups", () => {
  const grouped = {
    groups_claim: "groups",
    group_roles: [
      { group: "admins", role_id: writers.id },
      { group: "staff", role_id: readers.id },
    ],
    default_role_id: null,
  };

  it("give the role, and another one at the next sign-in, which ends the sessions with the old one", async () => {
    await setUp(grouped);
    expect(await signIn()).toBe("in");
    expect(await roleOf("tom")).toBe(readers.id);
    people["sub-tom"] = { preferred_username: "tom", groups: ["staff", "admins"] };
    expect(await signIn()).toBe("in");
    expect(await roleOf("tom")).toBe(writers.id);
    expect(await db.session.count()).toBe(1);
  });

  it("that are gone take the role away and keep the user out", async () => {
    await setUp(grouped);
    await signIn();
    people["sub-tom"] = { preferred_username: "tom", groups: [] };
    expect(await signIn()).toBe("auth/oidc-no-role");
    expect(await roleOf("tom")).toBeNull();
    expect(await db.session.count()).toBe(0);
    people["sub-eve"] = { preferred_username: "eve" };
    expect(await signIn("sub-eve")).toBe("auth/oidc-no-role");
    expect(await db.user.count()).toBe(2);
  });

  it("do not touch who was here before the provider", async () => {
    await setUp(grouped);
    await db.user.create({ data: { id: "tom", username: "tom", roleId: writers.id, ...noSecret } });
    await db.identity.create({
      data: { id: "1", userId: "tom", issuer: provider.issuer, subject: "sub-tom", name: "" },
    });
    expect(await signIn()).toBe("in");
    expect(await roleOf("tom")).toBe(writers.id);
  });
});

describe("an answer", () => {
  it("counts once, in the browser that asked, as it was asked for", async () => {
    const own = browser();
    const answer = await walkThrough(await begin(own), "sub-tom");
    const [other, thief] = [browser(), browser()];
    await begin(other);
    expect(await keyOf(loginOidc({ answer: answer.replace(/state=\w/, "state=x") }, own.ctx))).toBe("auth/oidc-late");
    const again = new Map(own.jar);
    expect(await keyOf(loginOidc({ answer }, own.ctx))).toBe("in");
    for (const [name, value] of again) own.jar.set(name, value);
    expect(await keyOf(loginOidc({ answer }, own.ctx))).toBe("auth/oidc-late");
    const stolen = await walkThrough(await begin(own), "sub-tom");
    expect(await keyOf(loginOidc({ answer: stolen }, thief.ctx))).toBe("auth/oidc-late");
  });

  it("with another nonce, another verifier or somebody else’s code does not hold", async () => {
    expect(await signIn("sub-tom", (url) => url.searchParams.set("nonce", "x".repeat(43)))).toBe("auth/oidc-answer");
    const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    expect(await signIn("sub-tom", (url) => url.searchParams.set("code_challenge", challenge))).toBe(
      "auth/oidc-answer",
    );
    const [victim, attacker] = [browser(), browser()];
    const code = new URLSearchParams(await walkThrough(await begin(victim), "sub-tom")).get("code") ?? "";
    const answer = new URLSearchParams(await walkThrough(await begin(attacker), "sub-eve"));
    answer.set("code", code);
    expect(await keyOf(loginOidc({ answer: `?${answer.toString()}` }, attacker.ctx))).toBe("auth/oidc-answer");
    expect(await db.user.count()).toBe(1);
  });

  it("of another issuer, or that lets nobody in, is refused", async () => {
    const own = browser();
    const answer = new URLSearchParams(await walkThrough(await begin(own), "sub-tom"));
    answer.set("iss", "https://elsewhere.example");
    expect(await keyOf(loginOidc({ answer: answer.toString() }, own.ctx))).toBe("auth/oidc-answer");
    const state = new URL(await begin(own)).searchParams.get("state") ?? "";
    expect(await keyOf(loginOidc({ answer: `?error=access_denied&state=${state}` }, own.ctx))).toBe("auth/oidc-denied");
  });

  it("is looked at no more from a network that sends many that lead nowhere", async () => {
    const own = browser();
    const tries: unknown[] = [];
    for (let count = 0; count < 62; count++)
      tries.push(await keyOf(loginOidc({ answer: `?state=login-${count}` }, own.ctx)));
    expect(tries.at(0)).toBe("auth/oidc-late");
    expect(tries.at(-1)).toBe("auth/throttled");
  });
});

describe("a second factor", () => {
  it("is asked for after the provider only where it is required", async () => {
    await signIn();
    const { id } = await db.user.findUniqueOrThrow({ where: { username: "tom" } });
    await db.totp.create({ data: { userId: id, sealedSecret: "x", lastStep: 0 } });
    expect(await signIn()).toBe("in");
    setSignInRules(() => ({ ...defaultSignInRules, second_factor: "everyone" }));
    expect(await signIn()).toBe("auth/second-factor");
    expect(await db.session.count()).toBe(2);
  });
});

describe("linking", () => {
  const link = async (userId: string, by = userId) => {
    const own = browser({ userId });
    const { url } = await beginOidcLink({}, own.ctx);
    const answer = await walkThrough(url, "sub-tom");
    own.ctx.actor = { ...own.ctx.actor, userId: by };
    return keyOf(linkIdentity({ answer }, own.ctx));
  };

  it("is done by who is signed in, lets them in from then on, and is undone by them", async () => {
    await setUp({ create_users: false });
    expect(await link("mia")).toBe("in");
    expect(await signIn()).toBe("in");
    expect(await db.session.count({ where: { userId: "mia" } })).toBe(1);
    const { ctx } = browser({ userId: "mia" });
    const { identities, provider: name } = await listIdentities({}, ctx);
    expect(name).toBe("Home ID");
    expect(identities).toMatchObject([{ issuer: provider.issuer, name: "tom", is_origin: false }]);
    await unlinkIdentity({ id: identities[0]?.id ?? "" }, ctx);
    expect(await signIn()).toBe("auth/oidc-unknown");
  });

  it("takes nobody’s identity, nor another user’s errand, nor an answer for signing in", async () => {
    await db.user.create({ data: { id: "ann", username: "ann", ...noSecret } });
    expect(await link("mia", "ann")).toBe("auth/oidc-late");
    expect(await link("mia")).toBe("in");
    expect(await link("ann")).toBe("user/identity-taken");
    const own = browser({ userId: "ann" });
    const answer = await walkThrough(await begin(own), "sub-eve");
    expect(await keyOf(linkIdentity({ answer }, own.ctx))).toBe("auth/oidc-late");
    const foreign = await db.identity.findFirstOrThrow();
    await unlinkIdentity({ id: foreign.id }, own.ctx);
    expect(await db.identity.count()).toBe(1);
  });

  it("stays for those whom the provider made", async () => {
    await signIn();
    const { id, userId } = await db.identity.findFirstOrThrow();
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
    expect(await keyOf(setUp({ issuer: `${provider.issuer}/elsewhere` }))).toBe("user/oidc-issuer");
    expect(await keyOf(setUp({ default_role_id: "gone" }))).toBe("role/not-found");
    expect(oidcSetting.get()).toMatchObject({ issuer: provider.issuer, allow_private: true });
  });
});
