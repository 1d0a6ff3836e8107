import { afterAll, beforeAll, expect, test } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import { sayOf, noGrants } from "@/lib/server/session/grants";
import type { Scope } from "@/lib/server/storage/scope";
import { accessOf } from "@/lib/server/storage/scope";
import { assertMayAdminister, type Account } from "@/lib/server/user/assert-may-administer";
import { makeTaskFixture, type TaskFixture } from "@/lib/server/task/task-fixture";
import { assertWholeHost, hostRootsOf, loadHostRoots, withHosts } from "./host-roots";

let fixture: TaskFixture;
let hostId: string;
let ownerId: string;

beforeAll(async () => {
  fixture = await makeTaskFixture();
  const { db } = fixture;
  const owner = await db.user.findFirstOrThrow();
  await fixture.setUser({ grants: { ...noGrants, auth_list: ["ssh_proxy", "role_manage"] } });
  ownerId = owner.id;
  hostId = "nas0123456789";
  await db.sshHost.create({
    data: {
      id: hostId,
      userId: ownerId,
      name: "NAS",
      tags: [],
      address: "127.0.0.1",
      port: 22,
      username: "mia",
      auth: "password",
      keepAliveSeconds: 0,
      startFolder: "/srv",
      isPlace: true,
      roles: ["staff"],
    },
  });
  await loadHostRoots(db);
});
afterAll(async () => {
  await fixture.db.sshHost.deleteMany();
  await loadHostRoots(fixture.db);
  await fixture.close();
});

const ssh: Permission[] = ["ssh_proxy", "file_read", "user_manage"];
const scope = (accessDirs: string[], more: Partial<Scope> = {}): Scope => ({
  accessDirs,
  readOnlyDirs: [],
  denyDirs: [],
  ...more,
});
const actor = (scopes: Scope[] | null, roleId: string | null = "staff", permissions = ssh) => ({
  userId: "someone",
  roleId,
  permissions: new Set(permissions),
  scopes,
});

test("a host is for its owner and the roles that it is shared with, and takes the right to SSH", () => {
  expect(hostRootsOf(actor(null)).map(({ hostPath }) => hostPath)).toEqual([`sftp:${hostId}/srv`]);
  expect(hostRootsOf(actor(null, "others"))).toEqual([]);
  expect(hostRootsOf(actor(null, "staff", ["file_read"]))).toEqual([]);
  expect(hostRootsOf({ ...actor(null, null), userId: ownerId })).toHaveLength(1);
});

const scopesOn = (scopes: Scope[]) =>
  withHosts(
    scopes,
    hostRootsOf(actor(scopes)).map(({ hostPath }) => hostPath),
  );

test("a host that no list names is allowed as a whole, one that is named as the lists say", () => {
  const at = (path: string, scopes: Scope[]) => accessOf(`sftp:${hostId}${path}`, scopesOn(scopes));
  expect([at("", [scope(["/home"])]), at("/etc", [scope(["/"])])]).toEqual(["write", "write"]);
  const named = [scope(["/", `sftp:${hostId}/srv`], { denyDirs: [`sftp:${hostId}/srv/secret`] })];
  expect([at("/srv/a", named), at("/srv/secret/a", named), at("/etc", named)]).toEqual(["write", "none", "none"]);
  // Each source has a say of its own.
  const both = [scope(["/"]), scope(["/"], { readOnlyDirs: [`sftp:${hostId}/srv`] })];
  expect([at("/srv/a", both), at("/etc", both)]).toEqual(["read", "none"]);
});

test("lists that name folders of hosts alone say nothing about this machine where others do", () => {
  const of = (...dirs: string[][]) => sayOf(dirs.map((access_dirs) => ({ ...noGrants, access_dirs })));
  expect(of(["/srv"], [`sftp:${hostId}/srv`], []).map((one) => one?.accessDirs)).toEqual([
    ["/srv"],
    [`sftp:${hostId}/srv`, "/"],
    undefined,
  ]);
  expect(of([`sftp:${hostId}/srv`], []).map((one) => one?.accessDirs)).toEqual([[`sftp:${hostId}/srv`], undefined]);
});

test("a shell takes all of the host", () => {
  const open = (scopes: Scope[] | null) => () => assertWholeHost({ id: hostId, name: "NAS" }, { scopes });
  for (const whole of [null, [scope(["/home"])], [scope([`sftp:${hostId}`])]]) expect(open(whole)).not.toThrow();
  const some = [
    scope([`sftp:${hostId}/srv`]),
    scope([], { readOnlyDirs: [`sftp:${hostId}`] }),
    scope([`sftp:${hostId}`], { denyDirs: [`sftp:${hostId}/etc`] }),
  ];
  for (const one of some) expect(open([one])).toThrow("ssh/folders-only");
});

test("nobody gives a host, or more of one, than they have", () => {
  const grants = (access_dirs: string[], auth_list: Permission[] = ssh) => ({ ...noGrants, access_dirs, auth_list });
  const account = (id: string, own: ReturnType<typeof grants>, role: Account["role"]): Account => ({
    id,
    username: id,
    isRoot: false,
    disabled: false,
    grants: own,
    role,
  });
  const staff = { id: "staff", grants: grants(["/srv"]) };
  const others = { id: "others", grants: grants(["/srv"]) };
  const refusal = (manager: Account, after: Account) => {
    try {
      assertMayAdminister(manager, { kind: "account", before: null, after });
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : error;
    }
  };
  const none = grants([], []);
  const whole = account("manager", none, staff);
  const without = account("manager", none, others);
  const some = account("manager", grants(["/srv", `sftp:${hostId}/data`], []), staff);
  const folder = grants([`sftp:${hostId}/data/a`], []);
  expect(refusal(whole, account("new", none, staff))).toBeNull();
  expect(refusal(whole, account("new", folder, staff))).toBeNull();
  expect(refusal(without, account("new", none, staff))).toBe("user/grant");
  expect(refusal(without, account("new", none, { ...staff, grants: grants(["/srv"], ["file_read"]) }))).toBeNull();
  expect(refusal(without, account("new", folder, others))).toBe("user/grant");
  expect(refusal(some, account("new", none, staff))).toBe("user/grant");
  expect(refusal(some, account("new", folder, staff))).toBeNull();
  expect(refusal(some, account("new", grants([`sftp:${hostId}`], []), staff))).toBe("user/grant");
  // The owner has it without a role.
  expect(refusal({ ...without, id: ownerId }, account("new", none, staff))).toBeNull();
});
