import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Changes } from "@/lib/server/base/describe-changes";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { findUserActor, forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { updateRole } from "./manage-roles";
import { createUser, deleteUser, resetPassword, updateUser } from "./manage-users";

let fixture: DbFixture;
let dir: string;
let db: Db;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db, dir } = fixture);
});
afterAll(async () => {
  await fixture.close();
});

const may = (...auth_list: string[]) => ({ ...noGrants, auth_list });
const password = "a-good-password-1";
/** What the audit log was last told of changes. */
let told = "";

beforeEach(async () => {
  await db.user.deleteMany();
  await db.role.deleteMany();
  const grants = {
    ...may("user_manage", "role_manage", "file_read"),
    access_dirs: [dir],
    not_access_dirs: [`${dir}/no`],
  };
  await db.role.create({ data: { id: "managers", name: "Managers", grants } });
  await db.role.create({ data: { id: "readers", name: "Readers", grants: may("file_read") } });
  const common = { passwordHash: "", grants: noGrants, preferences: {} };
  await db.user.create({ data: { ...common, id: "root", username: "root", isRoot: true } });
  await db.user.create({ data: { ...common, id: "mia", username: "mia", roleId: "managers" } });
  await db.user.create({ data: { ...common, id: "tom", username: "tom", roleId: "readers" } });
  forgetActors();
});

async function as(userId: string): Promise<Ctx> {
  const actor = await findUserActor(db, userId);
  if (actor === null) throw new Error(`no ${userId}`);
  const about = (_: string | null, changes?: Changes) => (told = changes?.text ?? told);
  return { db, actor, about } as unknown as Ctx; // what these services use of it
}

const made = { ...noGrants, username: "new", password, is_root: false, disabled: false, role_id: null, auth_list: [] };

it("refuses every way around a denied folder, and changes nothing", async () => {
  const ctx = await as("mia");
  const free = { access_dirs: [dir], not_access_dirs: [] };
  await db.user.update({ where: { id: "tom" }, data: { grants: { ...noGrants, access_dirs: [dir] } } });
  await expect(createUser({ ...made, ...free, auth_list: ["file_read"] }, ctx)).rejects.toThrow("user/grant");
  await expect(updateRole({ id: "managers", not_access_dirs: [] }, ctx)).rejects.toThrow("user/grant");
  await expect(updateUser({ id: "mia", ...free }, ctx)).rejects.toThrow("user/own-grants");
  await expect(resetPassword({ id: "tom", password }, ctx)).rejects.toThrow("user/above");
  await expect(deleteUser({ id: "tom" }, ctx)).rejects.toThrow("user/above");
  await expect(updateUser({ id: "tom", disabled: true }, ctx)).rejects.toThrow("user/above");
  expect(await db.user.count()).toBe(3);
});

it("judges a change that waited by the rights of its author now", async () => {
  const [ctx, root] = [await as("mia"), await as("root")];
  const demotion = updateUser({ id: "mia", role_id: "readers" }, root);
  const late = createUser({ ...made, auth_list: ["file_read"] }, ctx);
  await demotion;
  await expect(late).rejects.toThrow("auth/forbidden");
});

it("lets a role grow only while nobody is given it by who holds less", async () => {
  const [ctx, root] = [await as("mia"), await as("root")];
  const grown = updateRole({ id: "readers", auth_list: ["file_read", "terminal"] }, root);
  const given = createUser({ ...made, role_id: "readers" }, ctx);
  await grown;
  await expect(given).rejects.toThrow("user/grant");
});

it("takes the unchanged whole of a form, one's own, too", async () => {
  const ctx = await as("mia");
  await updateUser({ ...made, id: "mia", username: "maja", role_id: "managers" }, ctx);
  expect((await db.user.findUniqueOrThrow({ where: { id: "mia" } })).username).toBe("maja");
});

it("refuses a folder that is not there, says nothing of what the manager may not see, and keeps what was stored", async () => {
  const [ctx, root] = [await as("mia"), await as("root")];
  for (const field of ["access_dirs", "only_read_dirs", "not_access_dirs"])
    await expect(createUser({ ...made, [field]: [`${dir}/slip`] }, root)).rejects.toMatchObject({
      key: "user/no-folder",
      params: { folder: `${dir}/slip`, field },
    });
  await expect(createUser({ ...made, access_dirs: [`${dir}/no/secret`] }, ctx)).rejects.toThrow("user/grant");

  mkdirSync(`${dir}/real`);
  const { id } = await createUser({ ...made, access_dirs: [`${dir}/real`] }, root);
  renameSync(`${dir}/real`, `${dir}/away`);
  symlinkSync("/etc", `${dir}/real`);
  await updateUser({ id, access_dirs: [`${dir}/real`], auth_list: ["file_read"] }, root);
  expect((await db.user.findUniqueOrThrow({ where: { id } })).grants).toMatchObject({ access_dirs: [`${dir}/real`] });
});

it("tells the audit log what changed, by names", async () => {
  const root = await as("root");
  const { id } = await createUser({ ...made, role_id: "readers", auth_list: ["terminal"], access_dirs: [dir] }, root);
  expect(told).toBe(`role: – → Readers; access_dirs: +${dir}; auth_list: +terminal`);
  await updateUser({ id, role_id: "managers", auth_list: ["file_read"], disabled: true }, root);
  expect(told).toBe("disabled: false → true; role: Readers → Managers; auth_list: +file_read, −terminal");
  await updateUser({ id, username: "new", auth_list: ["file_read"] }, root);
  expect(told).toBe("");
  await updateRole({ id: "readers", commands: [{ program: "ls", args: "" }], second_factor: true }, root);
  expect(told).toBe("second_factor: false → true; commands: – → ls");
  await updateRole({ id: "readers", commands: [{ program: "id", args: "" }] }, root);
  expect(told).toBe("commands: +id, −ls");
});

it("tells of the rights that a role gets, whatever folders are given and taken beside", async () => {
  const root = await as("root");
  const long = Array.from({ length: 30 }, (_, at) => `${dir}/${"x".repeat(230)}${at}`);
  for (const folder of long) mkdirSync(folder);
  await updateRole({ id: "readers", access_dirs: long }, root);
  const auth_list = ["file_read", "terminal", "user_manage", "role_manage"] as const;
  const containers = [{ match: "web-*", may: ["shell" as const] }];
  await updateRole({ id: "readers", access_dirs: [], auth_list: [...auth_list], containers }, root);
  expect(told).toMatch(
    /^access_dirs: −.*, …\(\d+\); auth_list: \+terminal, \+user_manage, \+role_manage; containers: /,
  );
  expect(told).toContain("containers: +web-* shell");
});

it("lets nobody delete their own account", async () => {
  await db.user.create({
    data: { id: "root2", username: "root2", passwordHash: "", isRoot: true, grants: noGrants, preferences: {} },
  });
  for (const id of ["mia", "root"]) await expect(deleteUser({ id }, await as(id))).rejects.toThrow("user/own-account");
  expect(await db.user.count()).toBe(4);
});

it("gives nobody a name that looks like somebody else's, be the account made or renamed", async () => {
  for (const ctx of [await as("mia"), await as("root")]) {
    for (const username of ["ROOT", "r\u043eot", "ro\u200Bot", "r00t", "Tom"])
      await expect(createUser({ ...made, username }, ctx)).rejects.toThrow("user/exists");
    await expect(updateUser({ id: "mia", username: "Root" }, ctx)).rejects.toThrow("user/exists");
    await expect(updateUser({ id: "tom", username: "RO\u041eT" }, await as("root"))).rejects.toThrow("user/exists");
  }
  // One's own name is nobody else's.
  await updateUser({ id: "mia", username: "Mia" }, await as("mia"));
  expect((await db.user.findMany({ orderBy: { id: "asc" } })).map(({ username }) => username)).toEqual([
    "Mia",
    "root",
    "tom",
  ]);
  const both = [
    createUser({ ...made, username: "new" }, await as("root")),
    createUser({ ...made, username: "NEW" }, await as("root")),
  ];
  expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
