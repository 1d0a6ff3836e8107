import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sshContract } from "@/lib/contracts/ssh";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { setReachJudge } from "@/lib/server/session/role-reach";
import { loadHostRoots } from "@/lib/server/ssh/host-roots";
import { createHost, deleteHost, updateHost } from "@/lib/server/ssh/manage-hosts";
import { judgeRoleReach } from "./judge-role-reach";
import { updateUser } from "./manage-users";

let fixture: DbFixture;
let db: Db;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db } = fixture);
  setReachJudge(judgeRoleReach);
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
