import type { Role, User } from "@/lib/contracts/user";
import { randomId } from "@/lib/shared/units";
import { call, makeUser, signIn } from "../support/api-client";
import { readDatabase } from "../support/read-database";
import { expect, test } from "../support/test";

test("a user is made, changed, disabled and deleted from the screen", async ({ page, login, server, root }) => {
  await login();
  const username = `mia-${randomId(6)}`;
  await page.goto(`${server.url}/users`);
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill("a-good-password-1");
  await page.getByLabel("Add to “Read and write”").fill(server.filesDir);
  await page.getByLabel("Add to “Read and write”").press("Enter");
  await page.getByRole("checkbox", { name: /^View files/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  // Of hundreds of rows those in sight are drawn.
  await page.getByLabel("Search users").fill(username);
  await expect(page.getByRole("table", { name: "Users" })).toContainText(username);
  const session = await signIn(server, { username, password: "a-good-password-1" });
  const { answer } = await call<{ users: User[] }>(server, "user/users", { session: root });
  const made = answer.data.users.find((user) => user.username === username);
  expect([made?.auth_list, made?.access_dirs]).toEqual([["file_read"], [server.filesDir]]);

  const openMenu = () => page.getByRole("button", { name: `Actions for ${username}` }).click();
  await openMenu();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
  await expect(page.getByRole("row", { name: username })).toContainText("Disabled");
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(401);

  await openMenu();
  await page.getByRole("menuitem", { name: "Enable" }).click();
  await expect(page.getByRole("row", { name: username })).not.toContainText("Disabled");
  await openMenu();
  await page.getByRole("menuitem", { name: "Reset password" }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill("another-good-password-2");
  await page.getByRole("dialog").getByRole("button", { name: "Reset password" }).click();
  await expect(page.getByText(`Password changed. ${username} has been signed out.`).first()).toBeVisible();
  const body = { username, password: "a-good-password-1" };
  expect((await call(server, "user/login", { body })).status).toBe(401);
  expect((await signIn(server, { username, password: "another-good-password-2" })).token).not.toBe("");

  await openMenu();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Actions for ${username}` })).toBeFocused();
  await openMenu();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const live = await readDatabase(server, 'SELECT id FROM "Session" WHERE "userId" = ?', made?.id ?? "");
  const told = await readDatabase(server, 'SELECT id FROM "Message" WHERE "userId" = ?', made?.id ?? "");
  expect([live.length, told.length]).toEqual([1, 1]);
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveText(["1 session", "1 notification"]);
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("row", { name: username })).toHaveCount(0);
});

test("the form says what the server refuses", async ({ page, login, server, expectConsole }) => {
  expectConsole(/409/);
  await login();
  await page.goto(`${server.url}/users?new`);
  await page.getByLabel("Username").fill("root");
  await page.getByLabel("Password", { exact: true }).fill("a-good-password-1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This username is already taken" })).toBeVisible();
});

test("who may not manage users sees which permission is missing, and no way there", async ({ page, login, server }) => {
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/users`);
  await expect(page.getByText("You don’t have access")).toBeVisible();
  await expect(page.getByText("Manage users")).toBeVisible();
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await expect(navigation.getByRole("link", { name: "Files" }).first()).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Users" })).toHaveCount(0);
});

test("nobody is offered what they do not hold", async ({ page, login, server, root }) => {
  await login({ permissions: ["user_manage", "file_read"] });
  const { answer } = await call<{ users: User[] }>(server, "user/users", { session: root });
  const rootId = answer.data.users.find(({ username }) => username === "root")?.id;
  await page.goto(`${server.url}/users?new`);
  await expect(page.getByRole("checkbox", { name: /^View files/ })).toBeEnabled();
  await expect(page.getByRole("checkbox", { name: /^View the audit log/ })).toBeDisabled();
  await expect(page.getByRole("switch", { name: /Administrator/ })).toBeDisabled();
  expect(rootId).toBeDefined();
  await page.goto(`${server.url}/users`);
  await page.getByLabel("Search users").fill("root");
  await page.getByRole("button", { name: "Actions for root" }).click();
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");

  const above = await makeUser(server, root, { permissions: ["terminal"] });
  await page.reload();
  await page.getByLabel("Search users").fill(above.username);
  await page.getByRole("button", { name: `Actions for ${above.username}` }).click();
  for (const name of [/^Edit/, /^Reset password/, /^Disable/, /^Sign out everywhere/, /^Delete/])
    await expect(page.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toContainText("rights that you don’t have");
  await expect(page.getByRole("menuitem", { name: "Effective rights" })).toBeEnabled();
});

test("a role is made and changed; one that somebody has cannot be deleted", async ({ page, login, server, root }) => {
  await login();
  const name = `Editors ${randomId(6)}`;
  await page.goto(`${server.url}/users/roles?new`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "New role" }).click();
  await page.getByLabel("Add to “Denied”").fill("not/absolute");
  await page.getByLabel("Add to “Denied”").press("Enter");
  await expect(page.getByText("Enter an absolute path, such as /srv/files")).toBeVisible();
  const files = page.getByRole("group", { name: "Files", exact: true });
  await expect(files.getByRole("checkbox").nth(1)).toHaveAccessibleName("View files");
  await page.getByRole("checkbox", { name: "Select all: Files" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Cannot be empty")).toBeVisible();
  await page.getByRole("textbox", { name: "Role name" }).fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("table", { name: "Roles" })).toContainText(name);
  const { answer } = await call<{ roles: Role[] }>(server, "user/roles", { session: root });
  const role = answer.data.roles.find((one) => one.name === name);
  expect(role?.auth_list).toContain("filecat_file_delete_cut_rename");

  const used = await makeUser(server, root);
  const usedRole = (await call<{ roles: Role[] }>(server, "user/roles", { session: root })).answer.data.roles.find(
    ({ id }) => id === used.roleId,
  );
  await page.reload();
  // Of hundreds of roles those in sight are drawn.
  const find = async (text: string) => {
    const search = page.getByRole("searchbox", { name: "Search this list" });
    if (await search.isVisible()) await search.fill(text);
  };
  await page.getByRole("table", { name: "Roles" }).waitFor();
  await find(usedRole?.name ?? "");
  await page.getByRole("button", { name: `Actions for ${usedRole?.name}` }).click();
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await find(name);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(name, { exact: true })).toHaveCount(0);
});

test("an editor asks before its changes are lost", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/users/roles?new`);
  await page.getByRole("textbox", { name: "Role name" }).fill("Half done");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("textbox", { name: "Role name" })).toHaveValue("Half done");
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(`${server.url}/audit`);
});
