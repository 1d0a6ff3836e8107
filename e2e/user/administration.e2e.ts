import { existsSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { call, makeUser } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { expect, test } from "../support/test";

test("the audit log is filtered by user and action, in the address", async ({ page, login, server, root }) => {
  const user = await makeUser(server, root);
  await call(server, "user/login", { body: user });
  await login();
  await page.goto(`${server.url}/audit`);
  await page.getByLabel("User name").fill(user.username);
  await page.getByLabel("Action").fill("login");
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page).toHaveURL(new RegExp(`username=${user.username}&action=login`));
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Show everything" }).click();
  await expect(page).toHaveURL(`${server.url}/audit`);
});

test("a path protected from the screen cannot be deleted", async ({ page, login, server, root, tempRoot }) => {
  const { dir, path: folder } = tempRoot({ "keep.txt": "keep" });
  await login();
  await page.goto(`${server.url}/settings`);
  await page.getByLabel("Path or pattern").fill(path.join(dir, "keep.txt"));
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByTestId("toast")).toHaveText("Saved");
  const { answer } = await call<{ taskId: string }>(server, `file/${folder}/keep.txt?permanent=1`, {
    method: "DELETE",
    session: root,
  });
  const task = await finishTask(server, root, answer.data.taskId);
  expect([task.state, task.error]).toEqual(["failed", "file/protected"]);
  expect(existsSync(path.join(dir, "keep.txt"))).toBe(true);
  await page.getByRole("button", { name: `Remove ${path.join(dir, "keep.txt")}` }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("No paths are protected.")).toBeVisible();
});

test("a toast stays in the list behind the bell", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/settings`);
  await page.getByLabel("Path or pattern").fill("/srv/nothing");
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByTestId("toast")).toHaveText("Saved");
  await page.getByRole("button", { name: "Remove /srv/nothing" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByTestId("toast")).toHaveCount(0);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first()).toContainText(
    "Saved",
  );
});

const screens = ["account", "users", "users?new", "users/roles", "users/roles?new", "audit", "settings"];

for (const theme of ["light", "dark", "contrast"])
  test(`axe finds nothing in ${theme}`, async ({ page, login, server }) => {
    test.setTimeout(120_000);
    const session = await login();
    await makeUser(server, session);
    await call(server, "user/userInfo/update", { session, body: { theme } });
    for (const screen of screens) {
      await page.goto(`${server.url}/${screen}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [screen, id, nodes.map(({ html }) => html)])).toEqual([]);
    }
    await call(server, "user/userInfo/update", { session, body: { theme: "system" } });
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
