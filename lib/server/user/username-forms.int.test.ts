import { Readable } from "node:stream";
import type { Logger } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { userContract } from "@/lib/contracts/user";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { deriveKeys } from "@/lib/server/base/keys";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findNamed } from "@/lib/server/session/find-named";
import { noGrants } from "@/lib/server/session/grants";
import { hashPassword, isPassword } from "@/lib/server/session/password";
import { forgetAccount } from "@/lib/server/session/throttle";
import { resetPassword } from "@/lib/server/start/reset-password";
import { hash } from "@node-rs/argon2";
import { isTaken } from "./provided/is-taken";
import { normalizeUsernames } from "./normalize-usernames";
import { signIn } from "./sign-in";

let fixture: DbFixture;
let db: Db;
const [composed, decomposed] = ["jörg", "jörg".normalize("NFD")];
/** As Vietnamese is typed on Windows: one sign composed, the other not. */
const [mixed, whole] = ["Vi\u00ea\u0323t", "Vi\u1ec7t"];

/** Three accounts from before, whose names are one in the form of today. */
const twins = ["\u1ee9a", "\u01b0\u0301a", "u\u031b\u0301a"];

beforeAll(async () => {
  startAppOf({ keys: deriveKeys(Buffer.alloc(32, 7)) });
  fixture = await makeDbFixture();
  ({ db } = fixture);
  const row = {
    isRoot: true,
    passwordHash: await hashPassword("a-göod-password-1"),
    grants: noGrants,
    preferences: {},
  };
  await db.user.create({ data: { ...row, id: "joerg", username: decomposed } });
  await db.user.create({ data: { ...row, id: "viet", username: mixed } });
  await db.user.createMany({
    data: twins.map((username, index) => ({ ...row, id: `twin${index}`, username })),
  });
});
afterAll(() => fixture.close());
beforeEach(() => forgetAccount({ username: composed, userId: "joerg" }));

const ctx = () =>
  ({
    db,
    actor: {},
    request: { address: "10.1.1.1", relay: null, agent: "", cookie: () => null },
    browser: { signIn: () => undefined, keep: () => undefined },
  }) as unknown as Ctx; // what a sign-in uses of it

const tryWith = (username: string, password: string) =>
  signIn({ username, password, stay: true }, ctx()).then(
    () => "in",
    (error: { key?: string }) => error.key ?? error,
  );

it("brings names into one form when the server starts, and leaves those of two accounts with the same letters", async () => {
  const warned: unknown[] = [];
  const log = { warn: (about: unknown) => warned.push(about) } as unknown as Logger; // what is used of it
  for (const round of [1, 2]) {
    await normalizeUsernames({ db, log });
    const users = await db.user.findMany({ orderBy: { id: "asc" } });
    expect([round, users.map(({ id, username }) => [id, username])]).toEqual([
      round,
      [
        ["joerg", composed],
        ["twin0", twins[0]],
        ["twin1", twins[1]],
        ["twin2", twins[2]],
        ["viet", whole],
      ],
    ]);
    expect(warned).toEqual(Array.from({ length: round }, () => [{ userId: "twin1" }, { userId: "twin2" }]).flat());
  }
  for (const [index, name] of twins.entries()) expect(await findNamed(db, name)).toBe(`twin${index}`);
});

it("finds a user whose name is typed in another form than it is stored in", async () => {
  expect(await findNamed(db, composed)).toBe("joerg");
  expect(await findNamed(db, decomposed)).toBe("joerg");
  expect(await findNamed(db, whole)).toBe("viet");
  expect(await findNamed(db, whole.normalize("NFD"))).toBe("viet");
  expect(await findNamed(db, "jorg")).toBeNull();
});

it("signs in by each form of the name and of the password", async () => {
  for (const name of [composed, decomposed])
    for (const password of ["a-göod-password-1", "a-göod-password-1".normalize("NFD")])
      expect.soft(await tryWith(name, password)).toBe("in");
  expect(await tryWith(composed, "a-good-password-1")).toBe("auth/wrong-credentials");
});

it("counts wrong passwords of both forms together, each once", async () => {
  for (const name of [composed, decomposed, composed, decomposed])
    expect(await tryWith(name, "ä-wrong-one".normalize("NFD"))).toBe("auth/wrong-credentials");
  expect(await tryWith(composed, "ä-wrong-one")).toBe("auth/wrong-credentials");
  expect(await tryWith(decomposed, "ä-wrong-one")).toBe("auth/throttled");
});

it("still fits a password that was stored as it was sent", async () => {
  const old = await hash("a-göod-password-2".normalize("NFD"));
  expect(await isPassword(old, "a-göod-password-2".normalize("NFD"), "x")).toBe(true);
});

it("takes new names in one form, and none that a user has in another", async () => {
  expect(userContract.createUser.input.shape.username.parse(decomposed)).toBe(composed);
  expect(userContract.setup.input.shape.username.parse(decomposed)).toBe(composed);
  // Sixty-four letters, of which each is two code points as it is sent.
  expect(userContract.setup.input.shape.username.safeParse("ö".repeat(64).normalize("NFD")).success).toBe(true);
  expect(await isTaken(db, composed)).toBe(true);
  expect(await isTaken(db, whole)).toBe(true);
});

it("resets the password of a name that is typed in another form", async () => {
  let said = "";
  const input = Readable.from(["another-long-password\n"]);
  await resetPassword({ dataDir: fixture.dir, appDir: ".", args: [composed], input, say: (text) => (said += text) });
  expect(said).toContain(`Password of ${composed} changed`);
  expect(await tryWith(composed, "another-long-password")).toBe("in");
});
