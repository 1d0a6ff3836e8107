import type { Page } from "@playwright/test";
import { call, makeUser, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import type { Filedeck } from "../support/start-filedeck";
import { expect, test } from "../support/test";

/** The users' page with one who has been deleted elsewhere since: whatever is pressed there fails. */
async function openWithGone(page: Page, server: Filedeck, root: Session) {
  const { username, id } = await makeUser(server, root);
  await page.goto(`${server.url}/users`);
  const menu = page.getByRole("button", { name: `Actions for ${username}` });
  await expect(menu).toBeVisible();
  const remove = async () =>
    expect((await call(server, `user/users/${id}`, { method: "DELETE", session: root })).status).toBe(200);
  return { menu, remove };
}

test.beforeEach(({ expectConsole }) => expectConsole(/status of 404/));

test("an error stands in the dialog in which something was pressed, and the dialog stays", async ({
  page,
  server,
  login,
}) => {
  const { menu, remove } = await openWithGone(page, server, await login());
  await menu.click();
  await page.getByRole("menuitem", { name: /^Reset password/ }).click();
  const dialog = page.getByRole("dialog");
  const password = dialog.getByLabel("Password", { exact: true });
  await password.fill("long enough for anybody");
  await remove();
  await password.press("Enter");
  const problem = dialog.getByRole("alert");
  await expect(problem).toHaveText("This user doesn’t exist");
  await expect(password).toHaveValue("long enough for anybody");
  await expect(page.getByTestId("toast")).toHaveCount(0);
  // It is read out where it stands, once.
  await expect(page.getByRole("status").filter({ hasText: "This user doesn’t exist" })).toHaveCount(0);
  const buttons = await dialog.getByRole("button", { name: "Cancel" }).boundingBox();
  const line = await problem.boundingBox();
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0);
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("alert").filter({ hasText: "This user doesn’t exist" })).toHaveCount(0);
});

for (const rtl of [false, true])
  test(`an error stands below the button that was pressed until something else is, ${rtl ? "RTL" : "LTR"}`, async ({
    page,
    server,
    login,
  }) => {
    const session = await login();
    await call(server, "user/userInfo/update", { session, body: { rtl } });
    await page.setViewportSize({ width: 390, height: 700 });
    const { menu, remove } = await openWithGone(page, server, session);
    await remove();
    await menu.scrollIntoViewIfNeeded();
    const before = await menu.boundingBox();
    await menu.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    const problem = page.getByRole("alert").filter({ hasText: "This user doesn’t exist" });
    await expect(problem).toBeVisible();
    await expect(menu).toBeFocused();
    await expect(page.getByTestId("toast")).toHaveCount(0);
    await expect(problem).toBeInViewport({ ratio: 1 });
    expect(await menu.boundingBox()).toEqual(before);
    const line = await problem.boundingBox();
    const [below, above] = [
      (line?.y ?? 0) - (before?.y ?? 0) - (before?.height ?? 0),
      (before?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0),
    ];
    expect(Math.max(below, above)).toBeGreaterThanOrEqual(0);
    expect(Math.max(below, above)).toBeLessThan(12);
    await page.keyboard.press("Tab");
    await expect(menu).not.toBeFocused();
    await expect(problem).toHaveCount(1);
    expect(await violationsInThemes(page)).toEqual([]);
    await page.getByRole("heading", { level: 1 }).click();
    await expect(problem).toHaveCount(0);
    await call(server, "user/userInfo/update", { session, body: { rtl: false } });
  });
