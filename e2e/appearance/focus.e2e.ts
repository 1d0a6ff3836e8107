import type { Page } from "@playwright/test";
import { makeUser, signIn } from "../support/api-client";
import { expect, test } from "../support/test";

const lateMs = 3_000;
/** Well before the timers that are late. */
const atOnce = { timeout: lateMs / 2 };

/** A machine on which timers without a time are late: nothing that opens may wait for one to take the focus. */
const delayTimers = (page: Page) =>
  page.addInitScript((late) => {
    const real = window.setTimeout.bind(window);
    window.setTimeout = Object.assign(
      (run: TimerHandler, ms?: number, ...rest: unknown[]) => real(run, ms || late, ...rest),
      window.setTimeout,
    );
  }, lateMs);

test("what opens over the page has the focus at once, keeps it, and gives it back", async ({ page, login, server }) => {
  await login();
  await delayTimers(page);
  await page.goto(`${server.url}/system/alerts`);
  const add = page.getByRole("button", { name: "Add rule" });
  await add.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  const first = dialog.getByRole("combobox", { name: "What to watch" });
  await expect(dialog).toBeVisible();
  await expect(first).toBeFocused(atOnce);
  // Round, both ways.
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await expect(dialog.getByRole("button", { name: "Close" })).not.toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  // What was reached by then is not taken back by what is late.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const second = dialog.getByRole("combobox", { name: "When it is" });
  await expect(second).toBeFocused();
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await expect(second).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();

  const remove = page.getByRole("button", { name: /^Delete “/ }).first();
  await remove.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused(atOnce);
  await page.keyboard.press("Enter");
  await expect(remove).toBeFocused();
});

test("a row that goes away, and a page that is left, leave the focus in their place", async ({
  page,
  login,
  server,
}) => {
  const session = await login();
  const user = await makeUser(server, session);
  for (let count = 0; count < 2; count++) await signIn(server, user);
  await page.goto(`${server.url}/users/sessions?user=${user.username}`);
  const buttons = page.getByRole("button", { name: `Sign out ${user.username}` });
  await expect(buttons).toHaveCount(2);
  await buttons.first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).focus();
  await page.keyboard.press("Enter");
  await expect(buttons).toHaveCount(1);
  await expect(buttons).toBeFocused();

  await page.goto(`${server.url}/users`);
  await page.getByRole("link", { name: "Sessions" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("a line that was added is where one types", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Add location" }).focus();
  await page.keyboard.press("Enter");
  const added = page.getByRole("group", { name: "New location" });
  await expect(added.getByRole("textbox", { name: "Name" })).toBeFocused();
  await added.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(added).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add location" })).toBeFocused();
});
