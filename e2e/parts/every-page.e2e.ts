import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const pageTitle = (page: Page) => page.getByRole("heading", { level: 1 });
const failure = (page: Page) =>
  page.getByRole("main").getByRole("alert").filter({ hasText: "Unexpected Application Error!" });

/** By the navigation, without a reload: what earlier pages have loaded is still there. */
async function goTo(page: Page, href: string): Promise<void> {
  await page.getByRole("navigation").locator(`a[href="${href}"]`).click();
  await expect(page).toHaveURL((url) => url.pathname === href);
}

test("each page of the navigation opens after all the others, in both directions", async ({ page, login }) => {
  await login("root");
  await page.goto("about");
  await expect(page.getByRole("region", { name: "Checks" })).toBeVisible();
  const links = page.getByRole("navigation").getByRole("link");
  const found = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const hrefs = [...new Set(found)].filter((href) => !href.includes("/browse"));
  for (const expected of ["/about", "/settings"]) expect(hrefs).toContain(expected);
  for (const href of [...hrefs, ...hrefs.toReversed()]) {
    await goTo(page, href);
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("main")).not.toBeEmpty();
    await expect(failure(page)).toHaveCount(0);
  }
});

test("a page that breaks leaves the navigation, and is there when it is tried again", async ({
  page,
  login,
  expectConsole,
}) => {
  expectConsole(/TypeError|Cannot read properties/); // of the answer below
  await login("root");
  await page.route("**/api/about/state", (route) => route.fulfill({ json: { code: 0, message: "", data: {} } }));
  await page.goto("about");
  await expect(failure(page)).toBeVisible();
  await page.getByRole("navigation").getByRole("link", { name: "Shares" }).click();
  await expect(pageTitle(page)).toHaveText("Shares");
  await page.goBack();
  await expect(failure(page)).toBeVisible();
  await page.unroute("**/api/about/state");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Checks" })).toContainText(/backed up/i);
});
