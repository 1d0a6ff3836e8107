import { describe, expect, it } from "vitest";
import { defaultSignInRules, setSignInRules } from "@/lib/server/session/sign-in-rules";
import { walkThrough } from "./provider-fixture";
import { loginOidc } from "./sign-in-oidc";
import { keyOf, noSecret, readers, withProvider, writers } from "./with-provider-fixture";

const { people, db, issuer, browser, setUp, begin, signIn } = withProvider();
const roleOf = async (username: string) => (await db().user.findUnique({ where: { username } }))?.roleId;

describe("somebody whom the provider knows", () => {
  it("gets an account where that is wanted, and comes back to the same one whatever they are called by then", async () => {
    expect(await signIn()).toBe("in");
    people["sub-tom"] = { preferred_username: "mia" };
    expect(await signIn()).toBe("in");
    const users = await db().user.findMany({ include: { identities: true, _count: { select: { sessions: true } } } });
    const tom = users.find(({ username }) => username === "tom");
    expect(users).toHaveLength(2);
    expect(tom).toMatchObject({ isRoot: false, choseName: true, roleId: readers.id, _count: { sessions: 2 } });
    expect(tom?.identities).toMatchObject([{ issuer: issuer(), subject: "sub-tom", isOrigin: true }]);
  });

  it("is refused where only known users get in", async () => {
    await setUp({ create_users: false });
    expect(await signIn()).toBe("auth/oidc-unknown");
    expect(await db().user.count()).toBe(1);
  });

  it("never becomes a user who is called the same, in whatever letters, or who has no such name", async () => {
    for (const name of ["mia", "MIA", "ｍia"]) {
      people["sub-tom"] = { preferred_username: name };
      expect(await signIn()).toBe("auth/oidc-taken");
    }
    people["sub-tom"] = { preferred_username: "a name" };
    expect(await signIn()).toBe("auth/oidc-username");
    expect(await db().identity.count()).toBe(0);
  });

  it("is refused while disabled, and once the account is gone while only known users get in", async () => {
    await signIn();
    await db().user.update({ where: { username: "tom" }, data: { disabled: true } });
    expect(await signIn()).toBe("auth/oidc-disabled");
    await db().user.delete({ where: { username: "tom" } });
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
    expect(await db().session.count()).toBe(1);
  });

  it("that are gone take the role away and keep the user out", async () => {
    await setUp(grouped);
    await signIn();
    people["sub-tom"] = { preferred_username: "tom", groups: [] };
    expect(await signIn()).toBe("auth/oidc-no-role");
    expect(await roleOf("tom")).toBeNull();
    expect(await db().session.count()).toBe(0);
    people["sub-eve"] = { preferred_username: "eve" };
    expect(await signIn("sub-eve")).toBe("auth/oidc-no-role");
    expect(await db().user.count()).toBe(2);
  });

  it("do not touch who was here before the provider", async () => {
    await setUp(grouped);
    await db().user.create({ data: { id: "tom", username: "tom", roleId: writers.id, ...noSecret } });
    await db().identity.create({
      data: { id: "1", userId: "tom", issuer: issuer(), subject: "sub-tom", name: "" },
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
    expect(await db().user.count()).toBe(1);
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
    const { id } = await db().user.findUniqueOrThrow({ where: { username: "tom" } });
    await db().totp.create({ data: { userId: id, sealedSecret: "x", lastStep: 0 } });
    expect(await signIn()).toBe("in");
    setSignInRules(() => ({ ...defaultSignInRules, second_factor: "everyone" }));
    expect(await signIn()).toBe("auth/second-factor");
    expect(await db().session.count()).toBe(2);
  });
});
