import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { createAppPassword } from "@/lib/server/dav/app-passwords";
import { afterReading } from "@/lib/server/db/after-reading-fixture";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeTotpSecret, stepAt, totpCode } from "@/lib/server/session/factor/totp";
import { visitor } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { sealText } from "@/lib/server/session/seal";
import { makeRecoveryCodes, removeTotp, saveTotp } from "./factor/own-factors";
import { createInvitation } from "./invitation/manage-invitations";
import { createUser, resetPassword } from "./manage-users";

const keys = deriveKeys(Buffer.alloc(32, 7));
let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  startAppOf({ keys });
  fixture = await makeDbFixture();
  ({ db } = fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await db.user.deleteMany();
  for (const id of ["root", "mia"]) {
    const grants = { ...noGrants, auth_list: ["user_manage"] };
    await db.user.create({
      data: { id, username: id, isRoot: id === "root", passwordHash: "x", grants, preferences: {} },
    });
    const expiresAt = new Date(Date.now() + 60_000);
    await db.session.create({ data: { id: `of-${id}`, userId: id, tokenHash: "", address: "", agent: "", expiresAt } });
  }
});

function as(userId: string): Ctx {
  return {
    db,
    actor: { ...visitor, userId, username: userId, sessionId: `of-${userId}` },
    about: () => undefined,
    storage: { roots: () => Promise.resolve([]) },
    request: { address: "10.0.0.1" },
  } as unknown as Ctx; // what these services use of it
}

const password = "a-good-horse-battery";
const made = { ...noGrants, username: "new", password, is_root: false, disabled: false, role_id: null, auth_list: [] };

/** All that somebody at mia's open browser could leave behind. */
const writes: [string, (ctx: Ctx) => Promise<unknown>][] = [
  ["an authenticator app", saveNewTotp],
  ["the removal of one", (ctx) => removeTotp({}, ctx)],
  ["recovery codes", (ctx) => makeRecoveryCodes({}, ctx)],
  ["a password for programs", (ctx) => createAppPassword({ name: "a", root: null, read_only: false }, ctx)],
  ["an account", (ctx) => createUser(made, ctx)],
  [
    "an invitation",
    (ctx) =>
      createInvitation({ ...noGrants, auth_list: [], note: "", username: null, role_id: null, days: 1, uses: 1 }, ctx),
  ],
];

function saveNewTotp(ctx: Ctx): Promise<unknown> {
  const secret = makeTotpSecret();
  const setup = sealText(`${Date.now() + 60_000}.${secret}`, { keys, about: "totp set-up mia" });
  return saveTotp({ setup, code: totpCode(secret, stepAt(Date.now())) }, ctx);
}

const rows = async () => [
  await db.totp.findMany(),
  await db.recoveryCode.count(),
  await db.appPassword.count(),
  await db.user.count(),
  await db.invitation.count(),
];

it.each(writes)("a session that has ended leaves nothing behind: %s", async (_, write) => {
  await db.totp.create({ data: { userId: "mia", sealedSecret: "one", lastStep: 0 } });
  const before = await rows();
  await db.session.delete({ where: { id: "of-mia" } });
  await expect(write(as("mia"))).rejects.toThrow("auth/required");
  expect(await rows()).toEqual(before);
});

it.each(writes)("one that goes on does: %s", async (_, write) => {
  await db.totp.create({ data: { userId: "mia", sealedSecret: "one", lastStep: 0 } });
  const before = await rows();
  await write(as("mia"));
  expect(await rows()).not.toEqual(before);
});

it("nobody makes a password for programs between what a reset takes away and the end of the sessions", async () => {
  const make = () => createAppPassword({ name: "a", root: null, read_only: false }, as("mia"));
  let begun: Promise<unknown> = Promise.resolve();
  const meanwhile = async () => {
    begun = make().catch((error: { key?: string }) => error.key ?? error);
    // The connection serves one after another: by then it has had its turn, if it could.
    for (let reads = 0; reads < 20; reads++) await db.appPassword.count();
  };
  const on = afterReading(db, meanwhile, ({ model }) => model === "Session");
  await resetPassword({ id: "mia", password }, { ...as("root"), db: on });
  expect(await begun).toBe("auth/required");
  expect(await db.appPassword.count()).toBe(0);
});

it("of two that would be the first second factor, one brings the recovery codes", async () => {
  const answers = await Promise.all([saveNewTotp(as("mia")), saveNewTotp(as("mia"))]);
  const given = answers.map((answer) => (answer as { recovery_codes: string[] }).recovery_codes.length);
  expect(given.sort((a, b) => a - b)).toEqual([0, 10]);
  expect(await db.recoveryCode.count()).toBe(10);
});

it("a first second factor is there with its recovery codes, or not at all", async () => {
  await db.$executeRaw`CREATE TRIGGER full BEFORE INSERT ON RecoveryCode BEGIN SELECT RAISE(ABORT, 'no room'); END`;
  await expect(saveNewTotp(as("mia"))).rejects.toThrow("constraint");
  await db.$executeRaw`DROP TRIGGER full`;
  expect(await db.totp.count()).toBe(0);
  await saveNewTotp(as("mia"));
  expect([await db.totp.count(), await db.recoveryCode.count()]).toEqual([1, 10]);
});
