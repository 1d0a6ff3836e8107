import { tmpdir } from "node:os";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { visitor } from "@/lib/server/session/find-actor";
import { noGrants, parseGrants } from "@/lib/server/session/grants";
import { acceptInvitation, openInvitation } from "./accept-invitation";
import { createInvitation, listInvitations, revokeInvitation } from "./manage-invitations";

let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  startAppOf({ keys: deriveKeys(Buffer.alloc(32, 7)) });
  fixture = await makeDbFixture();
  ({ db } = fixture);
});
afterAll(async () => {
  await fixture.close();
});

const hostGrants = { ...noGrants, auth_list: ["user_manage", "file_read"], access_dirs: [tmpdir()] };
const inherited = { passwordHash: "x", preferences: {} };

beforeEach(async () => {
  await db.user.deleteMany();
  await db.role.deleteMany();
  await db.role.create({ data: { id: "readers", name: "Readers", grants: { ...noGrants, auth_list: ["file_read"] } } });
  await db.user.create({ data: { id: "mia", username: "mia", isRoot: true, grants: noGrants, ...inherited } });
  await db.user.create({ data: { id: "host", username: "host", grants: hostGrants, ...inherited } });
});

let networks = 0;

function ctxOf(userId: string | null): Ctx {
  return {
    db,
    log: pino({ level: "silent" }),
    actor: { ...visitor, userId, scopes: null },
    about: () => undefined,
    request: {
      relay: null,
      address: `10.7.${(++networks >> 8) & 255}.${networks & 255}`,
      agent: "",
      cookie: () => null,
    },
    browser: { signIn: () => undefined, keep: () => undefined },
  } as unknown as Ctx; // what these use of it
}

type Wanted = Partial<Parameters<typeof createInvitation>[0]>;

function invite(changes: Wanted = {}, inviter = "host") {
  const { access_dirs, only_read_dirs, not_access_dirs } = noGrants;
  const none = { access_dirs, only_read_dirs, not_access_dirs, auth_list: [], quota_bytes: null, containers: [] };
  return createInvitation(
    { note: "", username: null, role_id: "readers", days: 7, uses: 1, ...none, ...changes },
    ctxOf(inviter),
  );
}

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "in",
    (error: { key?: string }) => error.key ?? error,
  );
const password = "a-good-password-1";
const accept = (token: string, username: string, ctx = ctxOf(null)) =>
  keyOf(acceptInvitation({ token, username, password, stay: true }, ctx));

it("makes an account with what the link gives, as often as it says, and keeps nothing that opens it", async () => {
  const { token } = await invite({ uses: 2, auth_list: ["file_read"], access_dirs: [tmpdir()] });
  expect(JSON.stringify(await db.invitation.findMany())).not.toContain(token);
  expect(JSON.stringify(await listInvitations({}, ctxOf("mia")))).not.toContain(token);
  expect(await openInvitation({ token }, ctxOf(null))).toMatchObject({ inviter: "host", username: null });
  expect([await accept(token, "anna"), await accept(token, "ben"), await accept(token, "carl")]).toEqual([
    "in",
    "in",
    "user/invitation",
  ]);
  const anna = await db.user.findUniqueOrThrow({ where: { username: "anna" }, include: { sessions: true } });
  expect([anna.isRoot, anna.roleId, anna.sessions.length]).toEqual([false, "readers", 1]);
  expect(parseGrants(anna.grants)).toMatchObject({ auth_list: ["file_read"], access_dirs: [tmpdir()] });
  const { invitations } = await listInvitations({}, ctxOf("mia"));
  expect(invitations.map(({ uses, ended }) => [uses, ended])).toEqual([[2, "used"]]);
});

it("makes one account when two take it at the same moment", async () => {
  const { token } = await invite();
  const taken = await Promise.all([accept(token, "anna"), accept(token, "ben")]);
  expect(taken).toEqual(expect.arrayContaining(["in", "user/invitation"]));
});

it("holds to a fixed name, refuses one that is taken or looks so, and weak passwords", async () => {
  const { token } = await invite({ username: "anna" });
  expect(await accept(token, "root2")).toBe("user/invitation");
  expect(await accept(token, "anna")).toBe("in");
  expect(await keyOf(invite({ username: "MIA" }))).toBe("user/exists");
  const free = await invite();
  expect(await accept(free.token, "Mia")).toBe("user/exists");
  const weak = acceptInvitation({ token: free.token, username: "carl", password: "carl1234", stay: true }, ctxOf(null));
  expect(await keyOf(weak)).toBe("user/password-weak");
  expect(await accept(free.token, "carl")).toBe("in");
});

it("gives nothing that its maker does not hold, neither when it is made nor when it is used", async () => {
  expect(await keyOf(invite({ auth_list: ["terminal"] }))).toBe("user/grant");
  expect(await keyOf(invite({ access_dirs: ["/"] }))).toBe("user/grant");
  const { token } = await invite({ auth_list: ["file_read"] });
  await db.user.update({
    where: { id: "host" },
    data: { grants: { ...hostGrants, auth_list: ["user_manage"] } },
  });
  expect(await accept(token, "anna")).toBe("user/invitation");
  await db.user.update({ where: { id: "host" }, data: { grants: hostGrants } });
  // A role that has grown since.
  await db.role.update({ where: { id: "readers" }, data: { grants: { ...noGrants, auth_list: ["terminal"] } } });
  expect(await accept(token, "anna")).toBe("user/invitation");
  await db.role.update({ where: { id: "readers" }, data: { grants: { ...noGrants, auth_list: ["file_read"] } } });
  expect(await accept(token, "anna")).toBe("in");
});

it("ends with its time, its revocation, and with whoever made it", async () => {
  const expired = await invite();
  await db.invitation.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1000) } });
  const revoked = await invite();
  await revokeInvitation({ id: revoked.id }, ctxOf("mia"));
  const orphan = await invite();
  for (const { token } of [expired, revoked]) expect(await accept(token, "anna")).toBe("user/invitation");
  await db.user.update({ where: { id: "host" }, data: { disabled: true } });
  expect(await accept(orphan.token, "anna")).toBe("user/invitation");
  const { invitations } = await listInvitations({}, ctxOf("mia"));
  expect(new Set(invitations.map(({ ended }) => ended))).toEqual(new Set(["expired", "inviter"]));
  await db.user.update({ where: { id: "host" }, data: { disabled: false, grants: noGrants } });
  expect(await accept(orphan.token, "anna")).toBe("user/invitation");
  await db.user.delete({ where: { id: "host" } });
  expect(await db.invitation.count()).toBe(0);
});

it("makes a network that tries many links wait", async () => {
  const ctx = ctxOf(null);
  for (let tries = 0; tries < 60; tries++)
    expect(await keyOf(openInvitation({ token: `guess-${tries}` }, ctx))).toBe("user/invitation");
  const { token } = await invite();
  expect(await keyOf(openInvitation({ token }, ctx))).toBe("auth/throttled");
  expect(await keyOf(openInvitation({ token }, ctxOf(null)))).toBe("in");
});
