import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { sshContract } from "@/lib/contracts/ssh";
import { deriveKeys } from "@/lib/server/base/keys";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Permission } from "@/lib/shared/permissions";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors, onActorsForgotten } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { setReachJudge } from "@/lib/server/session/role-reach";
import { hostRootsOf, loadHostRoots } from "@/lib/server/ssh/host-roots";
import { findHost } from "@/lib/server/ssh/hosts";
import { openHostFiles } from "@/lib/server/ssh/open-host-files";
import { createHost, deleteHost, describeHosts, updateHost } from "@/lib/server/ssh/manage-hosts";
import { judgeRoleReach } from "./judge-role-reach";
import { updateUser } from "./manage-users";

let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  setReachJudge(judgeRoleReach);
  startAppOf({ keys: deriveKeys(Buffer.alloc(32)) });
});
afterAll(async () => {
  await db.sshHost.deleteMany();
  await loadHostRoots(db);
  await fixture.close();
});

const may = (...auth_list: string[]) => ({ ...noGrants, auth_list });
const common = { passwordHash: "", preferences: {} };

beforeEach(async () => {
  await db.user.deleteMany();
  await db.role.deleteMany();
  await db.role.create({ data: { id: "staff", name: "Staff", grants: may("ssh_proxy", "file_read", "webdav") } });
  await db.role.create({ data: { id: "guests", name: "Guests", grants: may("ssh_proxy") } });
  const manager = may("ssh_proxy", "file_read", "webdav", "user_manage", "role_manage");
  await db.user.create({ data: { ...common, id: "root", username: "root", isRoot: true, grants: noGrants } });
  await db.user.create({ data: { ...common, id: "boss", username: "boss", grants: manager } });
  const delegate = { grants: may("role_manage"), roleId: "guests" };
  await db.user.create({ data: { ...common, id: "del", username: "del", ...delegate } });
  await db.user.create({ data: { ...common, id: "tom", username: "tom", grants: noGrants, roleId: "staff" } });
  await db.user.create({ data: { ...common, id: "ann", username: "ann", grants: noGrants, roleId: "guests" } });
  await loadHostRoots(db);
  forgetActors();
});

async function as(userId: string): Promise<Ctx> {
  const actor = await findUserActor(db, userId);
  if (actor === null) throw new Error(`no ${userId}`);
  return { db, actor, about: () => undefined } as unknown as Ctx; // what these services use of it
}

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { key?: string }) => error.key ?? error,
  );

async function save(owner: string, role_ids: string[]): Promise<string> {
  const host = { name: "box", address: "203.0.113.9", username: "x", role_ids };
  return (await createHost(sshContract.createHost.input.parse(host), await as(owner))).id;
}

const disable = async (id: string) => keyOf(updateUser({ id, disabled: true }, await as("boss")));

it("lets nobody share a host with a role that they could not change: it would bar managers from its users", async () => {
  expect(await keyOf(save("del", ["staff"]))).toBe("user/grant");
  const id = await save("del", []);
  expect(await keyOf(updateHost({ id, role_ids: ["staff"] }, await as("del")))).toBe("user/grant");
  expect(await keyOf(updateHost({ id, role_ids: ["guests", "staff"] }, await as("del")))).toBe("user/grant");
  expect(await db.sshHost.findMany({ select: { roles: true } })).toEqual([{ roles: [] }]);
  expect(await disable("tom")).toBe("done");
});

it("lets nobody share with a role somebody of which may more than they do", async () => {
  await db.user.update({ where: { id: "ann" }, data: { grants: may("webdav") } });
  expect(await keyOf(save("del", ["guests"]))).toBe("user/above");
  expect(await disable("ann")).toBe("done");
});

it("still shares with whom one may change, one's own role too, and ends that or deletes the host", async () => {
  const id = await save("del", ["guests"]);
  const roles = async () => (await db.sshHost.findUniqueOrThrow({ where: { id } })).roles;
  // Who may what is said by the database of the moment, as for every change of a role.
  await db.role.update({ where: { id: "guests" }, data: { grants: may("ssh_proxy", "webdav") } });
  await db.user.update({ where: { id: "del" }, data: { roleId: null, grants: may("role_manage", "ssh_proxy") } });
  expect(await keyOf(updateHost({ id, role_ids: [] }, await as("del")))).toBe("user/grant");
  expect(await keyOf(updateHost({ id, name: "other" }, await as("del")))).toBe("done");
  expect(await roles()).toEqual(["guests"]);
  await db.role.update({ where: { id: "guests" }, data: { grants: may("ssh_proxy") } });
  expect(await keyOf(updateHost({ id, role_ids: [] }, await as("del")))).toBe("done");
  expect(await roles()).toEqual([]);
  expect(await keyOf(updateHost({ id, role_ids: ["staff"] }, await as("del")))).toBe("user/grant");
  const ofRoot = await save("root", ["staff"]);
  expect(await keyOf(deleteHost({ id: ofRoot }, await as("root")))).toBe("done");
});

const hostsOfAnn = async () => (await describeHosts(await as("ann"))).hosts.map(({ address }) => address);
const rootsOfAnn = async () => hostRootsOf((await as("ann")).actor).length;

/** Of the user alone, beside the role. */
async function permit(id: string, ...permissions: string[]): Promise<void> {
  expect(await keyOf(updateUser({ id, auth_list: permissions as Permission[] }, await as("root")))).toBe("done");
  await loadHostRoots(db);
}

it("judges every change of where a shared host leads as sharing it, and nothing of its name", async () => {
  const way = await save("del", []);
  const id = await save("del", ["guests"]);
  expect(await keyOf(updateHost({ id, jump_id: way }, await as("del")))).toBe("done");
  await permit("del", "ssh_proxy");
  const deciding = [
    { address: "203.0.113.66" },
    { port: 2222 },
    { username: "y" },
    { auth: "agent" },
    { password: "pw" },
    { jump_id: null },
    { allow_old_algorithms: true },
    { start_folder: "/etc" },
    { start_command: "id" },
    { is_place: true },
    { role_ids: [] },
  ] satisfies Partial<Parameters<typeof updateHost>[0]>[];
  for (const change of deciding)
    expect
      .soft([change, await keyOf(updateHost({ id, ...change }, await as("del")))])
      .toEqual([change, "auth/forbidden"]);
  expect(await keyOf(openHostFiles({ id }, await as("del")))).toBe("auth/forbidden");
  // By way of another host that is shared with nobody.
  expect(await keyOf(updateHost({ id: way, address: "203.0.113.66" }, await as("del")))).toBe("auth/forbidden");
  expect(await keyOf(deleteHost({ id: way }, await as("del")))).toBe("auth/forbidden");
  expect(await keyOf(updateHost({ id, name: "other", address: "203.0.113.9" }, await as("del")))).toBe("done");
  expect(await keyOf(deleteHost({ id }, await as("del")))).toBe("done");
  expect(await keyOf(updateHost({ id: way, address: "203.0.113.66" }, await as("del")))).toBe("done");
});

it("judges a change with the role as it is by now", async () => {
  const id = await save("del", ["guests"]);
  await db.user.update({ where: { id: "ann" }, data: { grants: may("webdav") } });
  expect(await keyOf(updateHost({ id, address: "203.0.113.66" }, await as("del")))).toBe("user/above");
});

it("lends nobody the host of somebody who may not share it any more, or is disabled", async () => {
  const id = await save("del", ["guests"]);
  expect(await keyOf(updateHost({ id, is_place: true }, await as("del")))).toBe("done");
  const find = async () => keyOf(findHost(db, (await as("ann")).actor, id));
  expect([await hostsOfAnn(), await rootsOfAnn(), await find()]).toEqual([["203.0.113.9"], 1, "done"]);
  await permit("del", "ssh_proxy");
  expect([await hostsOfAnn(), await rootsOfAnn(), await find()]).toEqual([[], 0, "ssh/not-found"]);
  // It is still theirs.
  expect((await describeHosts(await as("del"))).hosts).toHaveLength(1);
  await permit("del", "role_manage");
  expect([await hostsOfAnn(), await rootsOfAnn(), await find()]).toEqual([["203.0.113.9"], 1, "done"]);
  expect(await keyOf(updateUser({ id: "del", disabled: true }, await as("root")))).toBe("done");
  await loadHostRoots(db);
  expect([await hostsOfAnn(), await rootsOfAnn(), await find()]).toEqual([[], 0, "ssh/not-found"]);
});

it("tells of a change of the users, so that the places of others follow", async () => {
  const id = await save("del", ["guests"]);
  await updateHost({ id, is_place: true }, await as("del"));
  const stop = onActorsForgotten(() => void loadHostRoots(db));
  try {
    expect(await keyOf(updateUser({ id: "del", auth_list: ["ssh_proxy"] }, await as("root")))).toBe("done");
    await vi.waitFor(async () => expect(await rootsOfAnn()).toBe(0));
  } finally {
    stop();
  }
});
