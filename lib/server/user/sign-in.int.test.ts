import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { noGrants } from "@/lib/server/session/grants";
import { deriveKeys } from "@/lib/server/base/keys";
import { deviceCookie, formatDevice, parseDevice } from "@/lib/server/session/known-device";
import { hashPassword } from "@/lib/server/session/password";
import { solveChallenge } from "@/lib/server/session/solve-fixture";
import { countFailure, forgetAccount, pairOf } from "@/lib/server/session/throttle";
import { challenge, signIn } from "./sign-in";

let fixture: DbFixture;
let db: Db;
const keys = deriveKeys(Buffer.alloc(32, 7));
const owner = { username: "mia", password: "a-good-password-1" };

beforeAll(async () => {
  startAppOf({ keys });
  fixture = await makeDbFixture();
  ({ db } = fixture);
  const passwordHash = await hashPassword(owner.password);
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash, grants: noGrants, preferences: {} } });
});
afterAll(async () => {
  await fixture.close();
});
beforeEach(async () => {
  await db.session.deleteMany();
  forgetAccount({ username: "mia", userId: "mia" });
});

let networks = 0;
/** An address that nothing was counted for. */
const freshAddress = () => `10.${(++networks >> 8) & 255}.${networks & 255}.1`;

/** A browser: keeps the cookies it is given. */
function browser(address = freshAddress(), jar = new Map<string, string>()) {
  const ctx = {
    db,
    request: { address, relay: null, agent: "", cookie: (name: string) => jar.get(name) ?? null },
    browser: {
      signIn: () => undefined,
      keep: ({ name, value }: { name: string; value: string }) => jar.set(name, value),
    },
  } as unknown as Ctx; // what a sign-in uses of it
  const tryWith = (password: string, proof?: string) =>
    signIn({ username: owner.username, password, proof, stay: true }, ctx).then(
      () => "in",
      (error: { key?: string }) => error.key ?? error,
    );
  return { tryWith, jar, ctx };
}

async function solve(ctx: Ctx, username = owner.username): Promise<string> {
  return solveChallenge(await challenge({ username }, ctx));
}

async function attack(): Promise<void> {
  for (let tries = 0; tries < 30; tries++)
    countFailure([pairOf("mia", freshAddress()), { kind: "account", value: "mia" }]);
  expect(await browser().tryWith(owner.password)).toBe("auth/throttled");
}

describe("thirty wrong passwords from thirty addresses", () => {
  it("leave the owner free in a browser that has signed in before, from wherever it is now", async () => {
    const known = browser();
    expect(await known.tryWith(owner.password)).toBe("in");
    await db.session.deleteMany();
    await attack();
    expect(await browser(freshAddress(), known.jar).tryWith(owner.password)).toBe("in");
    // Its cookie is no other account's.
    const foreign = formatDevice(keys, { id: "x", userIds: ["tom"] }, Date.now() + 1000);
    expect(await browser(freshAddress(), new Map([[deviceCookie, foreign]])).tryWith(owner.password)).toBe(
      "auth/throttled",
    );
  });

  it("leave the owner free at an address with a session", async () => {
    const home = freshAddress();
    expect(await browser(home).tryWith(owner.password)).toBe("in");
    await attack();
    expect(await browser(home).tryWith(owner.password)).toBe("in");
  });

  it("leave a known browser a count of its own: a stolen one guesses no faster", async () => {
    const known = browser();
    await known.tryWith(owner.password);
    const answers: unknown[] = [];
    for (let tries = 0; tries < 7; tries++)
      answers.push(await browser(freshAddress(), known.jar).tryWith("wrong-password"));
    expect(answers.slice(0, 5)).toEqual(Array(5).fill("auth/wrong-credentials"));
    expect(answers.at(-1)).toBe("auth/throttled");
    expect(await browser().tryWith(owner.password)).toBe("in");
  });

  it("are passed by a proof, once, for this account and this network", async () => {
    await attack();
    const guest = browser();
    const proof = await solve(guest.ctx);
    expect(await browser().tryWith(owner.password, proof)).toBe("auth/throttled");
    expect(await guest.tryWith(owner.password, await solve(guest.ctx, "tom"))).toBe("auth/throttled");
    // The first number that solves it has been found: the one before does not.
    const wrong = proof.replace(/\d+$/, (number) => String(Number(number) - 1));
    expect(await guest.tryWith(owner.password, wrong)).toBe("auth/throttled");
    expect(await guest.tryWith(owner.password, `${proof.split(".").slice(0, 4).join(".")}.1.1`)).toBe("auth/throttled");
    const both = await Promise.all([guest.tryWith("wrong-password", proof), guest.tryWith(owner.password, proof)]);
    expect(both).toContain("auth/throttled");
    expect(await guest.tryWith(owner.password, proof)).toBe("auth/throttled");
    expect(await guest.tryWith(owner.password, await solve(guest.ctx))).toBe("in");
  });

  it("make proofs harder the more of them come with a wrong password", async () => {
    await attack();
    const guest = browser();
    const before = (await challenge({ username: "mia" }, guest.ctx)).difficulty;
    for (let tries = 0; tries < 8; tries++) {
      const one = browser();
      expect(await one.tryWith("wrong-password", await solve(one.ctx))).toBe("auth/wrong-credentials");
    }
    expect((await challenge({ username: "mia" }, guest.ctx)).difficulty).toBe(before * 2);
  });
});

it("takes a device's word only while it is signed and fresh", () => {
  const device = { id: "d", userIds: ["mia"] };
  const value = formatDevice(keys, device, 2_000);
  expect(parseDevice(keys, value, 1_000)).toEqual(device);
  expect(parseDevice(keys, value, 2_001)).toBeNull();
  expect(parseDevice(keys, value.replace("mia", "tom"), 1_000)).toBeNull();
  expect(parseDevice(deriveKeys(Buffer.alloc(32, 8)), value, 1_000)).toBeNull();
  expect(parseDevice(keys, null)).toBeNull();
});
