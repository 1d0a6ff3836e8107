import type { Page } from "@playwright/test";
import type { Session } from "../support/api-client";
import { expect, test } from "../support/test";

/** Far beyond the tooltip's delay. */
const longMs = 2000;

const avatar = (page: Page, { username }: Session) =>
  page.getByRole("button", { name: `Account menu for ${username}` });
/** The tooltip of the avatar holds the user's name and nothing else does. */
const tip = (page: Page, { username }: Session) => page.getByText(username, { exact: true });

test("what turns up under the pointer when a file closes shows no tooltip, what it is moved to does", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.md": "Some words" });
  await page.clock.install();
  // Of a user without others' tabs: a row of them that turns up moves everything.
  const session = await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("row", { name: /a\.md/ }).dblclick();
  const viewer = page.getByRole("dialog", { name: "a.md" });
  await expect(viewer.getByText("Some words")).toBeVisible();
  const under = await avatar(page, session).boundingBox();
  if (under === null) throw new Error("no avatar");
  const [x, y] = [under.x + under.width / 2, under.y + under.height / 2];
  // Until it stands still and takes clicks.
  await viewer.getByRole("button", { name: "Close" }).click({ trial: true });
  const close = await viewer.getByRole("button", { name: "Close" }).boundingBox();
  // Else this would prove nothing.
  expect(close !== null && x > close.x && x < close.x + close.width && y < close.y + close.height).toBe(true);
  await page.mouse.click(x, y);
  await expect(viewer).toHaveCount(0);
  await expect(page.getByRole("row", { name: /a\.md/ })).toBeFocused();
  await page.clock.runFor(longMs);
  await expect(tip(page, session)).toHaveCount(0);
  await page.mouse.move(600, 500);
  await page.mouse.move(x, y);
  await page.clock.runFor(longMs);
  await expect(tip(page, session)).toBeVisible();
});

test("the focus shows a tooltip when keys bring it, not when a menu gives it back", async ({ page, login, server }) => {
  await page.clock.install();
  const session = await login();
  await page.goto(`${server.url}/account`);
  // The user's name comes with the page's scripts, which show the tooltips.
  await expect(avatar(page, session)).toBeVisible();
  await page.getByRole("button", { name: /^Notifications/ }).focus();
  await page.keyboard.press("Tab");
  await expect(avatar(page, session)).toBeFocused();
  await page.clock.runFor(longMs);
  await expect(tip(page, session)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(avatar(page, session)).toBeFocused();
  await page.clock.runFor(longMs);
  await expect(tip(page, session)).toHaveCount(0);
});
