import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

/** Breaks off the parts that the page asks for from now on, so many times for each. */
async function breakParts(page: Page, { times }: { times: number }) {
  const tries = new Map<string, number>();
  await page.route(/\/_next\/static\/chunks\//, (route) => {
    const count = (tries.get(route.request().url()) ?? 0) + 1;
    tries.set(route.request().url(), count);
    return count > times ? route.continue() : route.abort("connectionreset");
  });
  return tries;
}

test.beforeEach(({ expectConsole }) => expectConsole(/ERR_CONNECTION_RESET|Failed to load chunk/));

test("a part that breaks off on its way is asked for again", async ({ page, login }) => {
  await login();
  await page.goto("shares");
  await expect(page.getByRole("heading", { name: "Shares", level: 1 })).toBeVisible();
  const tries = await breakParts(page, { times: 3 });
  await page.getByRole("link", { name: "Processes" }).click();
  await expect(page.getByRole("searchbox", { name: /Name, PID/ })).toBeVisible();
  expect(Math.max(...tries.values())).toBe(4);
});

test("a dialog that does not come leaves the page and what was typed there, and comes when asked for again", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("users");
  await page.getByRole("searchbox", { name: "Search users" }).fill("root");
  await breakParts(page, { times: 10 });
  const menu = page.getByRole("row", { name: /^root/ }).getByRole("button").last();
  await menu.click();
  await expect(page.getByText("Part of the page couldn’t be loaded").first()).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search users" })).toHaveValue("root");
  await page.unroute(/\/_next\/static\/chunks\//);
  await menu.click();
  await expect(page.getByRole("menu")).toBeVisible();
});
