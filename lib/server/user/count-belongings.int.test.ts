import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { getRoleBelongings, getUserBelongings } from "./count-belongings";
import { deleteRole } from "./manage-roles";
import { deleteUser } from "./manage-users";

let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  const make = (id: string, isRoot: boolean, auth_list: string[]) => {
    const data = { id, username: id, passwordHash: "", isRoot, grants: { ...noGrants, auth_list }, preferences: {} };
    return db.user.create({ data });
  };
  await make("root", true, []);
  await make("mia", false, ["file_read"]);
  await make("tom", false, ["file_read"]);
  await make("manager", false, ["user_manage", "role_manage"]);
  const auth_list = ["audit_read"];
  await db.role.create({ data: { id: "gone", name: "Gone", grants: { ...noGrants, auth_list } } });
  await db.role.create({ data: { id: "kept", name: "Kept", grants: noGrants } });
  await fill("mia");
  await fill("tom");
});
afterAll(async () => {
  await fixture.close();
});

async function as(userId: string): Promise<Ctx> {
  forgetActors();
  const actor = await findUserActor(db, userId);
  if (actor === null) throw new Error(`no ${userId}`);
  return { db, actor, about: () => undefined } as unknown as Ctx; // what these services use of it
}

const soon = new Date(Date.now() + 60_000);
const link = (id: string) => ({ id, kind: "link", title: id, url: "http://a.example/", icon: null, color: "teal" });
/** Three links, one of them in a folder. */
const content = {
  items: [link("a"), link("b"), { id: "f", kind: "folder", title: "F", color: "teal", items: [link("c")] }],
};
const invitation = { note: "", grants: noGrants, maxUses: 1, expiresAt: soon };

/** Some of everything, another number of each kind where that is easily made. */
async function fill(userId: string): Promise<void> {
  const id = (name: string) => `${userId}-${name}`;
  const own = { userId };
  await db.session.create({ data: { ...own, id: id("s"), tokenHash: "", address: "", agent: "", expiresAt: soon } });
  for (const name of ["t1", "t2"])
    await db.apiToken.create({ data: { ...own, id: id(name), name, tokenHash: id(name), authList: [] } });
  for (const name of ["w1", "w2", "w3"])
    await db.appPassword.create({ data: { ...own, id: id(name), name, secretHash: id(name), readOnly: false } });
  const passkey = { name: "", credentialId: id("p"), publicKey: "", rpId: "", counter: 0, transports: [] };
  await db.passkey.create({ data: { ...own, ...passkey, id: id("p") } });
  await db.identity.create({ data: { ...own, id: id("i"), issuer: "x", subject: id("i"), name: "" } });
  const share = { link: id("l"), mode: "view", title: "", note: "", items: [], limits: {} };
  await db.share.create({ data: { ...share, id: id("l"), ownerId: userId } });
  const host = { name: "h", tags: [], address: "h", port: 22, username: "u", auth: "agent", keepAliveSeconds: 0 };
  for (const name of ["h1", "h2"]) await db.sshHost.create({ data: { ...own, ...host, id: id(name), roles: [] } });
  const forward = { kind: "local", bindAddress: "", bindPort: 1, targetAddress: "", targetPort: 1, isEnabled: false };
  await db.sshForward.create({ data: { ...own, ...forward, id: id("v"), hostId: id("h1") } });
  const key = { name: "k", algorithm: "ed25519", bits: 256, comment: "", publicKey: "", fingerprint: "" };
  await db.sshKey.create({ data: { ...own, ...key, id: id("k"), sealedKey: "", hasPassphrase: false } });
  await db.containerPlace.create({ data: { ...own, name: "box" } });
  const command = { position: 0, note: "n", way: "task", suffixes: [] };
  await db.quickCommand.create({ data: { ...own, ...command, id: "group", command: "" } });
  await db.quickCommand.create({ data: { ...own, ...command, id: "one", command: "ls", parentId: "group" } });
  await db.navBoard.create({ data: { ...own, id: id("b"), content, version: 1 } });
  await db.invitation.create({ data: { ...invitation, id: id("n"), tokenHash: id("n"), inviterId: userId } });
  for (const name of ["m1", "m2"])
    await db.message.create({
      data: { ...own, id: id(name), kind: "", importance: "", words: "", params: {}, createdAt: soon },
    });
  await db.task.create({ data: { id: id("j"), kind: "copy", state: "done", ownerId: userId, progress: {} } });
}

/** How many rows there are of everything that is counted; a group of quick commands and a board are one each. */
async function countAll() {
  return {
    sessions: await db.session.count(),
    api_tokens: await db.apiToken.count(),
    app_passwords: await db.appPassword.count(),
    passkeys: await db.passkey.count(),
    identities: await db.identity.count(),
    shares: await db.share.count(),
    ssh_hosts: await db.sshHost.count(),
    ssh_keys: await db.sshKey.count(),
    ssh_forwards: await db.sshForward.count(),
    container_places: await db.containerPlace.count(),
    quick_commands: await db.quickCommand.count({ where: { command: { not: "" } } }),
    start_page_links: 3 * (await db.navBoard.count()),
    invitations: await db.invitation.count(),
    messages: await db.message.count(),
    tasks: await db.task.count(),
  };
}

it("counts what goes with a user: as many as are gone afterwards, of everything", async () => {
  const root = await as("root");
  const counts = await getUserBelongings({ id: "mia" }, root);
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  const before = await countAll();
  await deleteUser({ id: "mia" }, root);
  const after = new Map(Object.entries(await countAll()));
  const gone = Object.entries(before).map(([name, count]) => [name, count - (after.get(name) ?? 0)]);
  expect(counts).toEqual(Object.fromEntries(gone));
});

it("counts what goes with a role, of invitations those that still work", async () => {
  const root = await as("root");
  for (const [id, fields] of [
    ["open", {}],
    ["used", { uses: 1 }],
    ["expired", { expiresAt: new Date(0) }],
  ] as const) {
    const data = { ...invitation, id, tokenHash: id, inviterId: "root", roleId: "gone", ...fields };
    await db.invitation.create({ data });
  }
  await db.navBoard.create({ data: { id: "role", roleId: "gone", content, version: 1 } });
  const before = await countAll();
  expect(await getRoleBelongings({ id: "gone" }, root)).toEqual({ start_page_links: 3, invitations: 1 });
  expect(await getRoleBelongings({ id: "kept" }, root)).toEqual({ start_page_links: 0, invitations: 0 });
  await expect(getRoleBelongings({ id: "gone" }, await as("manager"))).rejects.toThrow("user/grant");
  await deleteRole({ id: "gone" }, root);
  const after = await countAll();
  expect([before.start_page_links - after.start_page_links, before.invitations - after.invitations]).toEqual([3, 3]);
});

it("tells nobody who may not delete them", async () => {
  await expect(getUserBelongings({ id: "tom" }, await as("manager"))).rejects.toThrow("user/above");
  await expect(getUserBelongings({ id: "tom" }, await as("tom"))).rejects.toThrow("auth/forbidden");
  await expect(getUserBelongings({ id: "nobody" }, await as("root"))).rejects.toThrow("user/not-found");
});
