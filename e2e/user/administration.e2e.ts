import { existsSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { call, makeUser } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { finishTask } from "../support/finish-task";
import { readDatabase } from "../support/read-database";
import { expect, test } from "../support/test";

test("the audit log is filtered by user and action, in the address", async ({ page, login, server, root }) => {
  const user = await makeUser(server, root);
  await call(server, "user/login", { body: user });
  await login();
  await page.goto(`${server.url}/audit`);
  await page.getByLabel("Username").fill(user.username);
  const action = page.getByRole("combobox", { name: "Action" });
  await action.click();
  await expect(page.getByRole("listbox").getByRole("option", { name: /^Create role/ })).toBeVisible();
  await page.keyboard.type("sign in");
  await expect(page.getByRole("listbox").getByRole("option").first()).toHaveText(/^Sign inPOST/);
  await expect(
    page
      .getByRole("listbox")
      .getByRole("option")
      .filter({ hasNotText: /sign in/i }),
  ).toHaveCount(0);
  await expect(page.getByRole("listbox").getByRole("option").first()).toHaveAttribute("data-combobox-selected", "true");
  await action.press("Enter");
  await expect(action).toHaveValue("Sign in");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(new RegExp(`start=${user.username}&action=POST\\+user%2Flogin`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByRole("row").last()).toContainText("Sign in");
  const [recorded] = await readDatabase(
    server,
    `SELECT "requestId" AS id FROM "Audit" WHERE username = ? AND action = 'POST user/login'`,
    user.username,
  );
  await page.getByRole("row").last().getByRole("time").click();
  const { id } = z.object({ id: z.string() }).parse(recorded);
  await expect(page.getByText(id)).toBeVisible();
  // How a name starts is enough.
  await page.getByLabel("Username").fill(user.username.slice(0, -2));
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page.getByRole("link", { name: user.username }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Sign in" }).last()).toHaveAttribute("data-tip", "POST user/login");
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(`${server.url}/audit`);
});

test("an action is found by its code, older addresses still work, and one action is not its neighbours", async ({
  page,
  login,
  server,
  root,
}) => {
  const user = await makeUser(server, root);
  const body = { password: "another-password-1" };
  await call(server, `user/users/${user.id}/password`, { session: root, body });
  await login();
  await page.goto(`${server.url}/audit`);
  const action = page.getByRole("combobox", { name: "Action" });
  await action.fill("{id}/password");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    "Reset user’s passwordPOST user/users/{id}/password",
  ]);
  await action.fill("no such thing");
  await expect(page.getByText("No matching actions")).toBeVisible();

  await page.goto(`${server.url}/audit?action=POST user/login`);
  await expect(action).toHaveValue("Sign in");
  await expect(page.getByRole("row").nth(1)).toContainText("Sign in");
  await action.click();
  await page.keyboard.type("sign out");
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([/^Sign out/, /^Sign out a browser/]);
  await page.goto(`${server.url}/audit?action=user/users`);
  await expect(action).toHaveValue("user/users");
  await expect(page.getByRole("row").nth(1)).toContainText("Reset user’s password");
  await page.getByRole("link", { name: "Create user" }).first().click();
  await expect(action).toHaveValue("Create user");
  await expect(page.getByRole("link", { name: "Reset user’s password" })).toHaveCount(0);
  await page.getByRole("button", { name: "All actions" }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(page).toHaveURL(`${server.url}/audit`);
});

test("a path protected from the screen cannot be deleted", async ({ page, login, server, root, tempRoot }) => {
  const { dir, path: folder } = tempRoot({ "keep.txt": "keep" });
  await login();
  await page.goto(`${server.url}/settings`);
  const paths = page.getByRole("form", { name: "Protected paths" });
  await paths.getByLabel("Path or pattern").fill(path.join(dir, "keep.txt"));
  await paths.getByRole("button", { name: "Add" }).click();
  await paths.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" }).first()).toBeAttached();
  const { answer } = await call<{ taskId: string }>(server, `file/${folder}/keep.txt?permanent=1`, {
    method: "DELETE",
    session: root,
  });
  const task = await finishTask(server, root, answer.data.taskId);
  expect([task.state, task.error]).toEqual(["failed", "file/protected"]);
  expect(existsSync(path.join(dir, "keep.txt"))).toBe(true);
  await paths.getByRole("button", { name: `Remove ${path.join(dir, "keep.txt")}` }).click();
  await paths.getByRole("button", { name: "Save", exact: true }).click();
  await expect(paths.getByText("No protected paths")).toBeVisible();
});

test("a toast stays in the list behind the bell", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/settings`);
  const paths = page.getByRole("form", { name: "Protected paths" });
  await paths.getByLabel("Path or pattern").fill("/srv/nothing");
  await paths.getByRole("button", { name: "Add" }).click();
  await paths.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Saved" }).first()).toBeAttached();
  await paths.getByRole("button", { name: "Remove /srv/nothing" }).click();
  await paths.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByTestId("toast")).toHaveCount(0);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first()).toContainText(
    "Saved",
  );
});

const screens = ["account", "users", "users?new", "users/roles", "users/roles?new", "audit", "shares", "trash"];

test("axe finds nothing in any theme", async ({ page, login, server }) => {
  test.setTimeout(120_000);
  await makeUser(server, await login());
  for (const screen of screens) {
    await page.goto(`${server.url}/${screen}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await violationsInThemes(page), screen).toEqual([]);
  }
});

test("the navigation is a drawer at 736 px and menus are sheets", async ({ page, login, server }) => {
  await page.setViewportSize({ width: 736, height: 800 });
  await login();
  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Navigation" }).click();
  await page.getByRole("dialog", { name: "Navigation" }).getByRole("link", { name: "Users" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Users" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Actions for root" }).click();
  const sheet = await page.getByRole("menu").boundingBox();
  expect([sheet?.x, Math.round(sheet?.width ?? 0)]).toEqual([0, 736]);
  expect((await page.getByRole("menuitem").first().boundingBox())?.height).toBeGreaterThanOrEqual(44);
});
