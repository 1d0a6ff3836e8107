import { describe, expect, test } from "vitest";
import { roleFields, userFields } from "@/lib/contracts/user";
import type { Permission } from "@/lib/shared/permissions";
import { noGrants, storedGrants, type Grants } from "@/lib/server/session/grants";
import {
  assertMayAdminister,
  isSameGrants,
  type Account,
  type AccountChange,
  type RoleChange,
} from "./assert-may-administer";

const strict: Grants = {
  access_dirs: ["/srv"],
  not_access_dirs: ["/srv/secret"],
  only_read_dirs: ["/srv/books"],
  auth_list: ["file_read", "terminal"],
  commands: [{ program: "ls", args: "*" }],
  quota_bytes: 1_000,
  second_factor: true,
  containers: [{ match: "web", may: ["logs"] }],
};
/** What takes a limit or a demand away, by field: all that a role or an account of itself can say. */
const looser: { [K in keyof Grants]: { to: Grants[K]; key: string } } = {
  access_dirs: { to: ["/srv", "/etc"], key: "user/grant" },
  not_access_dirs: { to: [], key: "user/grant" },
  only_read_dirs: { to: [], key: "user/grant" },
  auth_list: { to: ["file_read", "terminal", "docker_view"], key: "user/grant" },
  commands: { to: null, key: "user/grant" },
  quota_bytes: { to: null, key: "user/grant" },
  second_factor: { to: false, key: "user/factor-demanded" },
  containers: { to: [{ match: "*", may: ["logs"] }], key: "user/grant" },
};
const fields = Object.keys(looser) as (keyof Grants)[]; // keys of the literal above
/** Of roles alone: an account of itself has none of these. */
const ofRoles: ReadonlySet<string> = new Set(["commands", "second_factor"] satisfies (keyof Grants)[]);
/** What else their forms hold, and what keeps it from being a way around a limit. */
const others = {
  name: "no right",
  username: "no right; nobody gets a name that looks like another's (isTaken)",
  is_root: "rights: administrators alone give it",
  disabled: "a switch that whoever manages users turns, within their rights",
  role_id: "by what the role gives and demands",
};

const account = (id: string, grants: Grants, role: Grants | null = null): Account => ({
  id,
  username: id,
  isRoot: false,
  disabled: false,
  grants,
  role: role === null ? null : { id: "role", grants: role },
});
const managing: Permission[] = ["user_manage", "role_manage", "shell_cmd_check"];
const bound = account("bound", noGrants, { ...strict, auth_list: [...strict.auth_list, ...managing] });
/** Whom no role binds, and who holds all that is given here. */
const free = account("free", {
  ...noGrants,
  access_dirs: ["/"],
  auth_list: [...strict.auth_list, ...managing, "docker_view", "docker_container_log"],
});

function refusal(actor: Account, change: AccountChange | RoleChange): unknown {
  try {
    assertMayAdminister(actor, change);
    return null;
  } catch (error) {
    return error instanceof Error && "key" in error ? error.key : error;
  }
}
const roleChange = (before: Grants | null, after: Grants | null, holders: Account[] = []): RoleChange => ({
  kind: "role",
  before,
  after,
  holders,
});
const accountChange = (before: Account | null, after: Account | null): AccountChange => ({
  kind: "account",
  before,
  after,
});

test("every field of a role and of an account is decided about here", () => {
  const decided = new Set([...fields, ...Object.keys(others)]);
  expect(new Set([...Object.keys(roleFields.shape), ...Object.keys(userFields.shape)])).toEqual(decided);
  expect(Object.keys(storedGrants.shape).toSorted()).toEqual(fields.toSorted());
});

describe.each(fields)("what binds a manager as well: %s", (field) => {
  const { to, key } = looser[field];
  const loose: Grants = { ...strict, [field]: to };
  const holder = account("x", noGrants, strict);

  test("is not taken from a role, whoever has it, nor by moving somebody to a role without it", () => {
    expect(isSameGrants(strict, loose)).toBe(false);
    expect(refusal(bound, roleChange(strict, strict, [holder]))).toBeNull();
    for (const holders of [[], [holder]]) expect(refusal(bound, roleChange(strict, loose, holders))).toBe(key);
    expect(refusal(bound, accountChange(holder, { ...holder, role: { id: "other", grants: loose } }))).toBe(key);
    expect(refusal(account("root", noGrants), roleChange(strict, loose))).not.toBeNull();
    expect(refusal({ ...bound, isRoot: true }, roleChange(strict, loose, [holder]))).toBeNull();
  });
});

test.each(fields.filter((field) => !ofRoles.has(field)))("%s is not taken from an account of itself", (field) => {
  const { to, key } = looser[field];

  const own = { ...strict, commands: null, second_factor: false };
  const role = { ...noGrants, commands: strict.commands };
  const before = account("x", own, role);
  expect(refusal(bound, accountChange(before, before))).toBeNull();
  expect(refusal(bound, accountChange(before, account("x", { ...own, [field]: to }, role)))).toBe(key);
});

describe("a role's demand for a second factor stands above who manages its users, bound by it or not", () => {
  const demanding: Grants = { ...noGrants, auth_list: ["file_read"], second_factor: true };
  const plain: Grants = { ...demanding, second_factor: false };
  const holder = account("x", noGrants, demanding);

  test.each([
    ["a role without it", roleChange(demanding, plain)],
    ["a role without it and without all else", roleChange(demanding, noGrants, [holder])],
    ["no role", accountChange(holder, account("x", noGrants))],
    ["another role", accountChange(holder, account("x", noGrants, plain))],
    ["no role, with what it gave as one's own", accountChange(holder, account("x", plain))],
    ["the role is deleted", roleChange(demanding, null)],
  ])("%s", (_name, change) => {
    for (const actor of [free, bound]) expect(refusal(actor, change)).toBe("user/factor-demanded");
    expect(refusal({ ...free, isRoot: true }, change)).toBeNull();
  });

  test.each([
    ["it is added", roleChange(plain, demanding)],
    ["it stays", roleChange(demanding, { ...demanding, auth_list: [] }, [holder])],
    ["another role has it, too", accountChange(holder, account("x", noGrants, { ...demanding, auth_list: [] }))],
    ["the account is deleted", accountChange(holder, null)],
    ["it is disabled", accountChange(holder, { ...holder, disabled: true })],
    ["an account that never had it", accountChange(null, account("new", noGrants, plain))],
    ["a role that never had it is deleted", roleChange(plain, null)],
  ])("but: %s", (_name, change) => {
    expect(refusal(free, change)).toBeNull();
  });
});
