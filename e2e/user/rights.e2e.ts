import { symlinkSync } from "node:fs";
import path from "node:path";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

type Explained = OutputOf<typeof userContract.explainAccess>;

test("what is explained is what the API does, for every kind of folder", async ({ server, root, tempRoot }) => {
  const { dir, path: folder } = tempRoot({
    team: { "a.txt": "a", "b.txt": "b", fixed: { "c.txt": "c" }, secret: { "d.txt": "d" } },
    other: { "e.txt": "e" },
  });
  symlinkSync(path.join(dir, "team/secret"), path.join(dir, "team/way"));
  const at = (name: string) => path.join(dir, name);
  const user = await makeUser(server, root, {
    permissions: ["file_read", "filecat_file_context_update"],
    access: [at("team")],
    readOnly: [at("team/fixed")],
    deny: [at("team/secret")],
  });
  const session = await signIn(server, user);
  const explain = async (action: string, name: string) => {
    const query = new URLSearchParams({ action, path: at(name) });
    const { answer } = await call<Explained>(server, `user/users/${user.id}/rights/explain?${query}`, {
      session: root,
    });
    return answer.data;
  };
  const sys = (name: string) => `${at(name).slice(1)}?is_sys_path=1`;
  const does = {
    read: (name: string) => call(server, `file/${sys(name)}`, { session }),
    edit: (name: string) => call(server, `file/save/${sys(name)}`, { session, body: { context: "x" } }),
    remove: (name: string) => call(server, `file/${folder}/${name}?permanent=1`, { method: "DELETE", session }),
  };
  for (const name of ["team/a.txt", "team/fixed/c.txt", "team/secret/d.txt", "team/way/d.txt", "other/e.txt"])
    for (const action of ["read", "edit", "remove"] as const) {
      const { allowed } = await explain(action, name);
      expect((await does[action](name)).status === 200, `${action} ${name}`).toBe(allowed);
    }
  const { allowed, checks } = await explain("remove", "team/b.txt");
  expect(allowed).toBe(false);
  expect(checks.filter(({ ok }) => !ok)).toEqual([
    { kind: "permission", ok: false, any: ["filecat_file_delete_cut_rename"], held: [] },
  ]);
  const denied = await explain("read", "team/way/d.txt");
  expect(denied.real).toBe(at("team/secret/d.txt"));
  expect(denied.checks).toContainEqual({
    kind: "folders",
    ok: false,
    source: "role",
    rule: "denied",
    dir: at("team/secret"),
  });
  expect((await explain("remove", "team")).checks).toContainEqual({ kind: "inside", ok: false });

  type Rights = OutputOf<typeof userContract.getRights>;
  const rightsOf = async (id: string) =>
    (await call<Rights>(server, `user/users/${id}/rights`, { session: root })).answer.data.locations[0];
  // Of the whole location some folders; within them what is otherwise.
  expect(await rightsOf(user.id)).toMatchObject({
    access: "partly",
    exceptions: [
      { path: at("team"), access: "write", from: ["role"] },
      { path: at("team/fixed"), access: "read", from: ["role"] },
      { path: at("team/secret"), access: "none", from: ["role"] },
    ],
    more: 0,
  });
  const reader = await makeUser(server, root, { permissions: ["file_read"], access: [server.filesDir], deny: [dir] });
  expect(await rightsOf(reader.id)).toMatchObject({
    access: "read",
    exceptions: [{ path: dir, access: "none", from: ["role"] }],
  });

  expect((await call(server, `user/users/${user.id}/rights`, { session })).status).toBe(403);
  expect((await call(server, `user/users/nobody/rights`, { session: root })).status).toBe(404);
});

test("an administrator sees why a user is refused, and copies a role", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const { dir } = tempRoot({ team: { "a.txt": "a" } });
  const user = await makeUser(server, root, {
    permissions: ["file_read"],
    readOnly: [path.join(dir, "team")],
    access: [],
  });
  await login();
  await page.goto(`${server.url}/users`);
  await page.getByLabel("Search users").fill(user.username);
  await page.getByRole("button", { name: `Actions for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "Effective rights" }).click();
  await expect(page.getByRole("heading", { name: `Rights of ${user.username}` })).toBeVisible();
  const exceptions = page.getByRole("list", { name: /^Exceptions in/ });
  await expect(exceptions.getByRole("listitem")).toHaveText([new RegExp(`${path.join(dir, "team")}.*Read-only`)]);
  await expect(page.getByRole("listitem").filter({ hasText: "View files" })).toContainText("Role “role-");
  await expect(page.getByRole("listitem").filter({ hasText: /^TerminalNot/ })).toContainText("Not granted");

  const form = page.getByRole("form", { name: "Check access" });
  await form.getByRole("button", { name: "Check" }).click();
  await expect(form.getByText("Enter an absolute path, such as /srv/files")).toBeVisible();
  await form.getByLabel("Absolute path").fill(path.join(dir, "team/a.txt"));
  await form.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
  await form.getByRole("combobox", { name: "Action" }).click();
  await page.getByRole("option", { name: "Delete, move, or rename" }).click();
  await form.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Not allowed", { exact: true })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: `${path.join(dir, "team")} is read-only` })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);

  await page.goto(`${server.url}/users/roles`);
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: /^role-/ }) })
    .first();
  const name = (await row.getByRole("link").first().textContent()) ?? "";
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByRole("textbox", { name: "Role name" })).toHaveValue(`${name} (copy)`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: `${name} (copy)`, exact: true })).toBeVisible();
});
