import { expect, test } from "../support/test";

test.use({ viewport: { width: 390, height: 780 } });

test("on a phone a row of a table is a card: nothing is cut off, no word stands on its side", async ({
  page,
  login,
  server,
}) => {
  await login();
  await page.goto(`${server.url}/users`);
  const row = page.getByRole("row", { name: "root" });
  const button = await row.getByRole("button").boundingBox();
  expect((button?.x ?? 999) + (button?.width ?? 999)).toBeLessThanOrEqual(390);
  await page.goto(`${server.url}/audit`);
  const action = page.getByRole("link", { name: "Sign in" }).first();
  await expect(action).toBeVisible();
  expect((await action.boundingBox())?.height).toBeLessThan(30);
  expect(
    await page.getByRole("table").evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0)),
  ).toBe(0);
});
