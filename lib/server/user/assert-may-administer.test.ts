import { describe, expect, it, test } from "vitest";
import type { ContainerRule } from "@/lib/shared/container-rules";
import type { Permission } from "@/lib/shared/permissions";
import type { Grants } from "@/lib/server/session/grants";
import { assertMayAdminister, type Account, type AccountChange, type RoleChange } from "./assert-may-administer";

type Dirs = { rw?: string[]; ro?: string[]; no?: string[]; may?: Permission[]; run?: string[]; use?: ContainerRule[] };
const grants = ({ rw = [], ro = [], no = [], may = ["file_read"], run, use = [] }: Dirs): Grants => ({
  access_dirs: rw,
  only_read_dirs: ro,
  not_access_dirs: no,
  auth_list: may,
  commands: run?.map((program) => ({ program, args: "*" })) ?? null,
  quota_bytes: null,
  second_factor: false,
  containers: use,
});
const account = (id: string, own: Dirs, more: Partial<Account> = {}): Account => ({
  id,
  username: id,
  isRoot: false,
  disabled: false,
  grants: grants(own),
  role: null,
  ...more,
});

const rights: Permission[] = ["user_manage", "role_manage", "file_read"];
const managers = {
  id: "managers",
  grants: grants({ rw: ["/srv"], ro: ["/srv/books"], no: ["/srv/secret"], may: rights }),
};
/** Writes in /srv, reads /srv/books, sees nothing of /srv/secret. */
const manager = account("manager", { may: [] }, { role: managers });
const other = account("other", { rw: ["/srv/team"] });

function refusal(change: AccountChange | RoleChange, actor = manager): unknown {
  try {
    assertMayAdminister(actor, change);
    return null;
  } catch (error) {
    return error instanceof Error && "key" in error ? error.key : error;
  }
}

describe("an account is given at most what results for the manager, everywhere below", () => {
  test.each<[string, Dirs, string | null]>([
    ["a folder of the manager's", { rw: ["/srv/team"] }, null],
    ["everything with the same restrictions", { rw: ["/srv"], ro: ["/srv/books"], no: ["/srv/secret"] }, null],
    ["everything read-only, without the denied", { ro: ["/srv"], no: ["/srv/secret"] }, null],
    ["stricter restrictions", { rw: ["/srv"], no: ["/srv/books", "/srv/secret"] }, null],
    ["a denied ancestor of the restrictions", { rw: ["/srv"], no: ["/srv"] }, null],
    ["nothing", {}, null],
    ["the parent without its denials", { rw: ["/srv"], ro: ["/srv/books"] }, "user/grant"],
    ["the parent without its read-only folder", { rw: ["/srv"], no: ["/srv/secret"] }, "user/grant"],
    ["the parent with a part of the denial", { ro: ["/srv"], no: ["/srv/secret/a"] }, "user/grant"],
    ["the parent with a namesake of the denial", { ro: ["/srv"], no: ["/srv/secrets"] }, "user/grant"],
    ["a folder in the denied one", { ro: ["/srv/secret/a"] }, "user/grant"],
    ["writing in the read-only folder", { rw: ["/srv/books/new"] }, "user/grant"],
    ["above", { ro: ["/"], no: ["/srv/secret"] }, "user/grant"],
    ["beside", { ro: ["/etc"] }, "user/grant"],
    ["a permission not held", { rw: ["/srv/team"], may: ["terminal"] }, "user/grant"],
    ["a permission held", { may: ["user_manage"] }, null],
  ])("%s", (_name, dirs, expected) => {
    const made = account("made", dirs);
    expect(refusal({ kind: "account", before: null, after: made })).toBe(expected);
    expect(refusal({ kind: "account", before: other, after: { ...made, id: "other" } })).toBe(expected);
    // The same by a role, made or given.
    expect(refusal({ kind: "role", before: null, after: grants(dirs), holders: [] })).toBe(expected);
    const role = { id: "given", grants: grants(dirs) };
    expect(refusal({ kind: "account", before: other, after: { ...other, role } })).toBe(expected);
    // Who has more now is not touched at all: no password, no switch, no deletion.
    const strong = expected === null ? null : "user/above";
    expect(refusal({ kind: "account", before: made, after: made })).toBe(strong);
    expect(refusal({ kind: "account", before: made, after: { ...made, disabled: true } })).toBe(strong);
    expect(refusal({ kind: "account", before: made, after: null })).toBe(strong);
  });
});

describe("rules beside the folders", () => {
  const asRoot = { isRoot: true };
  const role = (dirs: Dirs) => ({ id: "role", grants: grants(dirs) });
  test.each<[string, AccountChange | RoleChange, string | null]>([
    ["an administrator is not made", { kind: "account", before: null, after: account("x", {}, asRoot) }, "user/grant"],
    [
      "nor touched",
      { kind: "account", before: account("x", {}, asRoot), after: account("x", {}, asRoot) },
      "user/above",
    ],
    ["nor promoted", { kind: "account", before: other, after: { ...other, isRoot: true } }, "user/grant"],
    ["one's own name may change", { kind: "account", before: manager, after: { ...manager, username: "m" } }, null],
    ["one's own password, too", { kind: "account", before: manager, after: manager }, null],
    [
      "one's own rights may not, not even to fewer",
      { kind: "account", before: manager, after: { ...manager, grants: grants({ no: ["/srv/team"] }) } },
      "user/own-grants",
    ],
    ["nor one's own role", { kind: "account", before: manager, after: { ...manager, role: null } }, "user/own-grants"],
    [
      "nor the rights of the role one has",
      { kind: "role", before: managers.grants, after: grants({ rw: ["/srv/team"] }), holders: [manager] },
      "user/own-grants",
    ],
    [
      "a role's denials are not emptied",
      {
        kind: "role",
        before: grants({ rw: ["/srv"], no: ["/srv/secret", "/srv/books"] }),
        after: grants({ rw: ["/srv"] }),
        holders: [],
      },
      "user/grant",
    ],
    [
      "a role that may more is not changed, nor made smaller",
      { kind: "role", before: grants({ rw: ["/etc"] }), after: grants({ ro: ["/srv/team"] }), holders: [] },
      "user/grant",
    ],
    ["nor deleted", { kind: "role", before: grants({ rw: ["/etc"] }), after: null, holders: [] }, "user/grant"],
    [
      "a role is not changed under somebody who may more by other means",
      {
        kind: "role",
        before: grants({}),
        after: grants({ may: [] }),
        holders: [account("x", { may: ["terminal"] }, { role: role({}) })],
      },
      "user/above",
    ],
    [
      "a role's folders are not taken away where they are what bounds somebody",
      {
        kind: "role",
        before: grants({ rw: ["/srv/team"] }),
        after: grants({}),
        holders: [account("x", { rw: ["/"] }, { role: role({ rw: ["/srv/team"] }) })],
      },
      "user/grant",
    ],
    [
      "nor is the role taken from them",
      {
        kind: "account",
        before: account("x", { rw: ["/"] }, { role: role({ rw: ["/srv/team"] }) }),
        after: account("x", { rw: ["/"] }),
      },
      "user/grant",
    ],
    [
      "nothing is put behind a restriction that another may take away",
      { kind: "account", before: null, after: account("x", { rw: ["/"] }, { role: role({ rw: ["/srv/team"] }) }) },
      "user/grant",
    ],
    [
      "a role that may less is changed within the manager's rights",
      { kind: "role", before: grants({ rw: ["/srv/a"] }), after: grants({ rw: ["/srv/b"] }), holders: [other] },
      null,
    ],
  ])("%s", (_name, change, expected) => {
    expect(refusal(change)).toBe(expected);
    expect(refusal(change, account("root", {}, { isRoot: true }))).toBeNull();
  });

  it("counts a disabled manager's role by the rights, not by the name", () => {
    const twin = account("twin", {}, { role: managers });
    expect(refusal({ kind: "account", before: twin, after: { ...twin, disabled: true } })).toBeNull();
  });
});

describe("commands of a role", () => {
  const role = (run: string[] | undefined, may: Permission[] = ["terminal"]) =>
    grants({ may, ...(run === undefined ? {} : { run }) });
  const made = (after: Grants): RoleChange => ({ kind: "role", before: null, after, holders: [] });
  const changed = (before: Grants, after: Grants): RoleChange => ({ kind: "role", before, after, holders: [] });
  const may: Permission[] = ["user_manage", "role_manage", "file_read", "terminal", "shell_cmd_check"];
  const free = account("free", { may });
  const limited = account("limited", {}, { role: { id: "limited", grants: grants({ may, run: ["ls", "git"] }) } });

  test("take the permission to change them, to limit as well as to free", () => {
    const without = account("without", { may: may.filter((name) => name !== "shell_cmd_check") });
    for (const change of [
      made(role([])),
      changed(role(undefined), role(["ls"])),
      changed(role(["ls"]), role(undefined)),
      changed(role(["ls"]), role(["ls", "git"])),
    ]) {
      expect(refusal(change, without)).toBe("auth/forbidden");
      expect(refusal(change, free)).toBeNull();
    }
    // All else of such a role may be changed, and it may be deleted.
    expect(refusal(changed(role(["ls"]), role(["ls"], [])), without)).toBeNull();
    expect(refusal({ kind: "role", before: role(["ls"]), after: null, holders: [] }, without)).toBeNull();
  });

  test("whoever is limited gives what is in their own list, word for word, and no shell", () => {
    expect(refusal(made(role(["git"])), limited)).toBeNull();
    expect(refusal(made(role([])), limited)).toBeNull();
    expect(refusal(made(role(["git", "vim"])), limited)).toBe("user/grant");
    expect(refusal(made(role(undefined)), limited)).toBe("user/grant");
    // Without the right to terminals a list gives nothing.
    expect(refusal(made(role(undefined, [])), limited)).toBeNull();
    const list = grants({ may: ["terminal"] });
    const options = { ...list, commands: [{ program: "ls", args: "**" }] };
    expect(refusal(made(options), limited)).toBe("user/grant");
  });

  test("an account out of a limited role, or with a shell, is above who is limited", () => {
    const inRole = (run: string[] | undefined) => account("x", {}, { role: { id: "role", grants: role(run) } });
    const move = (before: Account, after: Account): AccountChange => ({ kind: "account", before, after });
    expect(refusal(move(inRole(["ls"]), { ...inRole(["ls"]), disabled: true }), limited)).toBeNull();
    expect(refusal(move(inRole(["ls"]), inRole(undefined)), limited)).toBe("user/grant");
    expect(refusal(move(inRole(["ls"]), { ...inRole(["ls"]), grants: role(undefined), role: null }), limited)).toBe(
      "user/grant",
    );
    expect(refusal(move(inRole(undefined), inRole(undefined)), limited)).toBe("user/above");
    expect(refusal(move(inRole(["vim"]), inRole(["vim"])), limited)).toBe("user/above");
    expect(refusal(move(inRole(undefined), inRole(["ls"])), free)).toBeNull();
  });
});

describe("rules on containers", () => {
  const made = (use: ContainerRule[], may: Permission[] = []): RoleChange => ({
    kind: "role",
    before: null,
    after: grants({ may, use }),
    holders: [],
  });
  const administers: Permission[] = ["user_manage", "role_manage"];
  const viewer = account("viewer", { may: [...administers, "docker_view"] });
  const operator = account("operator", { may: [...administers, "docker_view", "docker_container_update"] });
  const limited = account(
    "limited",
    { may: administers },
    { role: { id: "web", grants: grants({ use: [{ match: "web-*", may: ["logs", "start_stop"] }] }) } },
  );

  test.each<[string, ContainerRule, string, Account[]]>([
    ["seeing", { match: "*", may: [] }, "may be given by who sees all", [viewer, operator]],
    ["logs", { match: "db", may: ["logs"] }, "as well", [viewer, operator]],
    ["starting", { match: "db", may: ["start_stop"] }, "by who may change all", [operator]],
    ["shells", { match: "project:shop", may: ["shell"] }, "by who has a rule for that", []],
    ["what is within one's own rule", { match: "web-1*", may: ["start_stop"] }, "too", [limited, operator]],
    ["the same", { match: "web-*", may: ["logs"] }, "too", [viewer, limited, operator]],
    ["more of the same", { match: "web-*", may: ["shell"] }, "not", []],
    ["wider ones", { match: "web*", may: [] }, "not", [viewer, operator]],
    ["a project", { match: "project:web-1", may: [] }, "not", [viewer, operator]],
  ])("%s", (_what, rule, _how, givers) => {
    for (const giver of [viewer, operator, limited])
      expect([giver.id, refusal(made([rule]), giver)]).toEqual([
        giver.id,
        givers.includes(giver) ? null : "user/grant",
      ]);
  });

  test("whoever has a rule that somebody else has not is above them", () => {
    const holder = account("holder", { may: [], use: [{ match: "db", may: [] }] });
    expect(refusal({ kind: "account", before: holder, after: holder }, limited)).toBe("user/above");
    expect(refusal({ kind: "account", before: holder, after: holder }, viewer)).toBeNull();
  });

  test("nobody changes their own", () => {
    const after = { ...operator, grants: { ...operator.grants, containers: [{ match: "*", may: [] }] } };
    expect(refusal({ kind: "account", before: operator, after }, operator)).toBe("user/own-grants");
  });
});
