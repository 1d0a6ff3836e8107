import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { derivedPermissions, isPermission, permissionNames } from "@/lib/shared/permissions";
import { contracts } from "./all";
import type { Endpoint } from "./endpoint";
import { askedInside, servedPermissions, tokenPermissions } from "./served-permissions";

const sources = readdirSync("lib/server", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !name.includes(".test.") && !name.includes("generated"))
  .map((name) => readFileSync(path.join("lib/server", name), "utf8"));

it("shows what a landed feature asks for, and nothing else", () => {
  const asked = sources.flatMap((text) =>
    [...text.matchAll(/permissions\.has\("(\w+)"\)/g)].flatMap(([, name]) => (name === undefined ? [] : [name])),
  );
  const known = new Set<string | undefined>([...servedPermissions, ...derivedPermissions]);
  expect(asked.filter((name) => !known.has(name))).toEqual([]);
  for (const name of askedInside) expect(asked).toContain(name);
  expect(servedPermissions).not.toContain("wol_proxy");
  expect(servedPermissions.length).toBeLessThan(permissionNames.length);
});

it("lets a token do what its rights say, but for accounts and terminals", () => {
  const forPeople = new Set<string>([
    "api_token",
    "update_password",
    "token_update",
    "user_manage",
    "role_manage",
    "webdav",
    "terminal",
    "ssh_proxy",
    "crypto_ssh_file",
    // Their shells and logs.
    "docker_container_update",
    "docker_container_rule",
    "docker_view",
    // What is in volumes.
    "docker_volume_update",
    // What its builds say.
    "docker_image_update",
    "sys_view",
    "systemd_update",
    // What is mounted at boot, and which programs the server runs.
    "sys_disk_mount",
    "outside_software_path",
    // Where secrets go, and what some are.
    "notify_setting",
    "docker_registry",
    // What is asked about sign-ins, which is no matter of scripts.
    "code_auth",
    // Recordings of shells; not what is set for them.
    "pty_cmd_update",
  ]);
  const refused = Object.values(contracts)
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(({ token, access }) => !token && [access].flat().some((name) => isPermission(name)))
    .flatMap(({ access }) => [access].flat());
  expect([...new Set(refused)].filter((name) => !forPeople.has(name))).toEqual([]);
  for (const name of ["sys_protection_dir", "recycle_file_save", "file_read", "lan_access"])
    expect(tokenPermissions).toContain(name);
  expect(tokenPermissions).not.toContain("update_password");
});

it("opens to no token what is for administrators alone", () => {
  const open = Object.values(contracts)
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(({ token, summary }) => token && /for administrators only\.$/i.test(summary))
    .map(({ method, path }) => `${method} ${path}`);
  // Paths of what is open, not all of the answer.
  expect(open).toEqual(["GET disk/users"]);
});

// Their changes are judged by the account, which may more than its token.
it("opens accounts and roles to tokens for reading alone", () => {
  const open = Object.values(contracts)
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(
      ({ token, access }) => token && [access].flat().some((name) => name === "user_manage" || name === "role_manage"),
    );
  expect(open.map(({ method }) => method)).toEqual(open.map(() => "GET"));
  expect(open.length).toBeGreaterThan(0);
});

// What is added here is decided for the narrowest token there is, such as one that may look at figures alone (docs/decisions/0098).
it("opens to a token that lists nothing who it is, where its user's files are and may be, and the tasks in its reach", () => {
  const open = Object.values(contracts)
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(({ token, access }) => token && (access === "session" || access === "any-session"))
    .map(({ method, path }) => `${method} ${path}`);
  expect(open.toSorted()).toEqual([
    "GET setting/filesSetting",
    "GET setting/upload",
    "GET task/list",
    "GET task/news",
    "GET task/{id}",
    "GET user/quota",
    "GET user/userInfo/get",
    "POST task/seen",
    "POST task/{id}/answer",
    "POST task/{id}/cancel",
  ]);
});
