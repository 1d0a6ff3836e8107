import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pino } from "pino";
import { deriveKeys } from "@/lib/server/base/keys";
import { limits } from "@/lib/server/base/limits";
import { afterReading } from "@/lib/server/db/after-reading-fixture";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { onTold } from "@/lib/server/runtime/tell-user";
import { isConfirmed } from "@/lib/server/session/confirmation";
import { visitor } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { hashPassword, inPasswordTurn, isPassword } from "@/lib/server/session/password";
import { forgetAccount } from "@/lib/server/session/throttle";
import { enter } from "./enter";
import { renewRecoveryCodes } from "./factor/change-factors";
import { keepHalf } from "./factor/half-signed-in";
import { signInSecond } from "./factor/sign-in-second";
import { deleteUser, resetPassword, updateUser } from "./manage-users";
import { changePassword, confirm } from "./password";
import { enterProvided } from "./provided/enter-provided";
import { signIn } from "./sign-in";
import { createToken } from "./tokens";

const [old, fresh, other] = ["a-known-horse-battery", "a-fresh-horse-battery", "an-intruders-horse-battery"];
const keys = deriveKeys(Buffer.alloc(32, 7));
let fixture: DbFixture;
let db: Db;
let oldHash: string;

beforeAll(async () => {
  startAppOf({ keys });
  fixture = await makeDbFixture();
  ({ db } = fixture);
  oldHash = await hashPassword(old);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await db.user.deleteMany();
  const common = { grants: noGrants, preferences: {} };
  await db.user.create({ data: { ...common, id: "root", username: "root", isRoot: true, passwordHash: "" } });
  await db.user.create({ data: { ...common, id: "tom", username: "tom", passwordHash: oldHash } });
  for (const [id, userId] of [
    ["of-root", "root"],
    ["of-tom", "tom"],
  ] as const)
    await db.session.create({
      data: { id, userId, tokenHash: "", address: "", agent: "", expiresAt: new Date(Date.now() + 60_000) },
    });
  forgetAccount({ username: "tom", userId: "tom" });
});

let networks = 0;
function ctxOf(userId: string | null, on = db): Ctx {
  const actor = { ...visitor, userId, username: userId ?? "", sessionId: userId === null ? null : `of-${userId}` };
  return {
    db: on,
    actor: { ...actor, isRoot: userId === "root", permissions: new Set(["user_manage"]) },
    log: pino({ level: "silent" }),
    about: () => undefined,
    request: { address: `10.9.${++networks}.1`, relay: null, agent: "", cookie: () => null },
    browser: { signIn: () => undefined, keep: () => undefined },
  } as unknown as Ctx; // what these services use of it
}
function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { key?: string }) => error.key ?? error,
  );

const reset = () => resetPassword({ id: "tom", password: fresh }, ctxOf("root"));
const disable = () => updateUser({ id: "tom", disabled: true }, ctxOf("root"));
const remove = () => deleteUser({ id: "tom" }, ctxOf("root"));
const change = () => changePassword({ current: old, next: fresh }, ctxOf("tom"));
const totp = { userId: "tom", sealedSecret: "one", lastStep: 0 };
const addFactor = () => db.totp.create({ data: totp });
const asTom = (on: Db) => signIn({ username: "tom", password: old, stay: true }, ctxOf(null, on));
const newSessions = () => db.session.count({ where: { userId: "tom", id: { not: "of-tom" } } });

describe("while the check of an old password waits for its turn", () => {
  /** Takes all turns, begins, resets the password as soon as the old one was read, and gives the turns back. */
  async function resetDuring(begin: (on: Db) => Promise<unknown>): Promise<unknown> {
    const held = gate();
    const turns = Array.from({ length: limits.passwordChecks.inAll }, (_, index) =>
      inPasswordTurn(`holder ${index}`, () => held.opened),
    );
    const read = gate();
    const begun = keyOf(begin(afterReading(db, async () => read.open())));
    await read.opened;
    await reset();
    held.open();
    await Promise.all(turns);
    return begun;
  }

  it("a reset leaves no session of it", async () => {
    const told: string[] = [];
    await db.user.update({ where: { id: "tom" }, data: { lastSeenAt: new Date() } });
    const stopHearing = onTold(({ message }) => void told.push(message.words));
    expect(await resetDuring(asTom)).toBe("auth/second-factor-late");
    stopHearing();
    expect(await db.session.count({ where: { userId: "tom" } })).toBe(0);
    // Nobody is told of a sign-in that was none.
    expect(told).toEqual(["passwordReset"]);
  });

  it("a reset leaves no token of it", async () => {
    const make = (on: Db) =>
      createToken({ name: "t", auth_list: [], expires_at: null, password: old }, ctxOf("tom", on));
    expect(await resetDuring(make)).toBe("auth/password-again");
    expect(await db.apiToken.count()).toBe(0);
  });

  it("a reset is not undone by a change of the password", async () => {
    expect(await resetDuring((on) => changePassword({ current: old, next: other }, ctxOf("tom", on)))).toBe(
      "auth/password-again",
    );
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: "tom" } });
    expect(await isPassword(passwordHash, fresh, "test")).toBe(true);
  });

  it("a reset leaves nothing confirmed by it", async () => {
    expect(await resetDuring((on) => confirm({ password: old }, ctxOf("tom", on)))).toBe("auth/password-again");
    expect(isConfirmed("of-tom")).toBe(false);
  });
});

describe("nobody signs in by what holds no more", () => {
  it.each([
    ["the owner has changed the password", change],
    ["the account was disabled", disable],
    ["the account was deleted", remove],
    ["the account has got its first second factor", addFactor],
  ])("where %s after it was read", async (_, act) => {
    // Not when only the id of the name has been looked for.
    const on = afterReading(db, act, ({ model, args }) => model === "User" && "include" in args);
    expect(await keyOf(asTom(on))).toBe("auth/second-factor-late");
    expect(await newSessions()).toBe(0);
  });

  it.each([
    ["disabled", disable],
    ["deleted", remove],
  ])("through a provider or a proxy, where the account was %s", async (_, act) => {
    const entering = { userId: "tom", way: "proxy", stay: true, found: [] } as const;
    expect(await keyOf(enterProvided(ctxOf(null, afterReading(db, act)), entering))).toBe("auth/second-factor-late");
    expect(await newSessions()).toBe(0);
  });

  it("by a recovery code where there are new ones", async () => {
    await addFactor();
    const [code = ""] = await renewRecoveryCodes(ctxOf("tom"));
    const renew = () => renewRecoveryCodes(ctxOf("tom"));
    // The last look before the session is made.
    const on = afterReading(db, renew, ({ args }) => JSON.stringify(args).includes('"isRoot":true'));
    const entered = signIn({ username: "tom", password: old, totp: code, stay: true }, ctxOf(null, on));
    expect(await keyOf(entered)).toBe("auth/second-factor-late");
    expect(await newSessions()).toBe(0);
  });

  it("by a second valid code for the same first step, sent at the same moment", async () => {
    await addFactor();
    const codes = await renewRecoveryCodes(ctxOf("tom"));
    const entering = { userId: "tom", way: "password", stay: true, found: [] } as const;
    const pending = keepHalf({ entering, counted: [], factorKey: { kind: "factor", value: "tom" } });
    const entered = codes
      .slice(0, 3)
      .map((code) => keyOf(signInSecond({ username: "tom", pending, code }, ctxOf(null))));
    const answers = (await Promise.all(entered)).map(String).sort();
    expect(answers).toEqual(["auth/second-factor-late", "auth/second-factor-late", "done"]);
    expect(await newSessions()).toBe(1);
  });

  it("by a passkey that was removed", async () => {
    const passkey = { id: "p", userId: "tom", name: "", credentialId: "c", publicKey: "", rpId: "", counter: 0 };
    await db.passkey.create({ data: { ...passkey, transports: [] } });
    const on = afterReading(db, () => db.passkey.deleteMany());
    const found = [{ passkeys: { some: { id: "p" } } }];
    expect(await keyOf(enter(ctxOf(null, on), { userId: "tom", way: "passkey", stay: true, found }))).toBe(
      "auth/second-factor-late",
    );
    expect(await newSessions()).toBe(0);
  });

  it("and everybody does by what still holds", async () => {
    expect(await keyOf(asTom(db))).toBe("done");
    expect(await newSessions()).toBe(1);
  });
});
