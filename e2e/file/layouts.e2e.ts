import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });

test("choosing moves nothing: buttons and rows stay where they were", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a", "b.txt": "b" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /b\.txt/).waitFor();
  const kept = [
    page.getByRole("button", { name: "Upload" }),
    page.getByRole("button", { name: "New", exact: true }),
    page.getByRole("button", { name: "View", exact: true }),
    page.getByRole("radio", { name: "Gallery" }),
    page.getByRole("searchbox", { name: "Filter" }),
    rowOf(page, /b\.txt/),
  ];
  const places = () => Promise.all(kept.map((one) => one.boundingBox()));
  const before = await places();
  await rowOf(page, /a\.txt/).click();
  await expect(page.getByRole("toolbar", { name: "Selection" })).toBeVisible();
  expect(await places()).toEqual(before);
});

test("layout and order belong to the folder, or to all of them", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ one: { "a.txt": "" }, two: { "b.txt": "" } });
  await login();
  const go = (name: string) => page.goto(`${server.url}/browse/${root.path}/${name}`);
  const isGallery = (name: string) => page.getByRole("gridcell", { name });
  await go("one");
  await page.getByRole("radio", { name: "Gallery" }).click();
  await expect(isGallery("a.txt")).toBeVisible();
  await go("two");
  await expect(rowOf(page, /b\.txt/)).toBeVisible();
  await expect(page.getByRole("radio", { name: "List" })).toBeChecked();
  await go("one");
  await expect(isGallery("a.txt")).toBeVisible();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Same layout in all folders" }).click();
  await go("two");
  await expect(isGallery("b.txt")).toBeVisible();
});

test("the list without details is tiles of a third of the width", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a", "b.txt": "b", "c.txt": "c", "d.txt": "d" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).waitFor();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Details" }).click();
  const tile = (name: string) => page.getByRole("gridcell", { name }).boundingBox();
  const grid = await page.getByRole("grid").boundingBox();
  await expect.poll(async () => (await tile("a.txt"))?.y).toBe((await tile("c.txt"))?.y);
  expect((await tile("d.txt"))?.y).toBeGreaterThan((await tile("a.txt"))?.y ?? Infinity);
  expect(((await tile("a.txt"))?.width ?? 0) / (grid?.width ?? 1)).toBeGreaterThan(0.3);
});

test("the list uses the width it has, with a row's menu at its end", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a" });
  await login();
  for (const width of [1920, 1280, 736, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.url}/browse/${root.path}`);
    const row = rowOf(page, /a\.txt/);
    const menu = row.getByRole("button", { name: /a\.txt/, includeHidden: true });
    await row.waitFor();
    const endOf = async (one: typeof row) => {
      const box = await one.boundingBox();
      return box === null ? Number.NaN : box.x + box.width;
    };
    expect((await endOf(page.getByRole("grid"))) - (await endOf(row))).toBeLessThanOrEqual(20);
    expect((await endOf(row)) - (await endOf(menu))).toBeLessThanOrEqual(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
