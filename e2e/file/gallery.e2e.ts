import { readFileSync, utimesSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const svg = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#48a"/></svg>`;

const shapes = [svg(900, 600), svg(600, 900), svg(1600, 500)];

/** Forty pictures of three shapes, one a month. */
const months = Array.from({ length: 40 }, (_, at) => ({
  name: `p${String(at).padStart(2, "0")}.svg`,
  date: new Date(2024 - Math.floor(at / 12), 11 - (at % 12), 15, 12),
}));
const tree = {
  ...Object.fromEntries(months.map(({ name }, at) => [name, shapes[at % shapes.length] ?? ""])),
  "notes.txt": "notes",
  trips: { "in.txt": "" },
};

async function openGallery(page: Page, url: string, root: { dir: string; path: string }): Promise<void> {
  for (const { name, date } of months) utimesSync(path.join(root.dir, name), date, date);
  await page.goto(`${url}/browse/${root.path}`);
  await page.getByRole("radio", { name: "Gallery" }).click();
  // Until the shapes are known there is no telling what lies where.
  const cell = page.getByRole("gridcell", { name: "p01.svg" });
  await expect
    .poll(async () => {
      const box = await cell.boundingBox();
      return box === null ? 0 : Math.round((box.width / box.height) * 100);
    })
    .toBe(67);
}

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[role=gridcell]")?.getAttribute("aria-label"));

test("pictures stand in true shapes under their months, and keys go by where they lie", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree);
  await login();
  await openGallery(page, server.url, root);
  await expect(page.getByRole("rowheader", { name: "December 2024" })).toBeVisible();
  await page.getByRole("gridcell", { name: "trips" }).click();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("p00.svg");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => focused(page)).toBe("p01.svg");
  await page.keyboard.press("End");
  await expect.poll(() => focused(page)).toBe("notes.txt");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "p00.svg" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("dialog", { name: "p01.svg" })).toBeVisible();
});

test("the scrubber goes to a month, by key too, and the size is remembered", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree);
  await login();
  await openGallery(page, server.url, root);
  const scrubber = page.getByRole("slider", { name: "Jump to date" });
  await expect(scrubber).toHaveAttribute("aria-valuetext", "December 2024");
  await scrubber.focus();
  await page.keyboard.press("PageDown");
  await expect(scrubber).toHaveAttribute("aria-valuetext", "December 2023");
  await expect(page.getByRole("gridcell", { name: "p12.svg" })).toBeInViewport();
  const size = page.getByRole("slider", { name: "Picture size" });
  await size.fill("300");
  await page.reload();
  await page.getByRole("gridcell").first().waitFor();
  await expect(size).toHaveValue("300");
  await page.getByRole("button", { name: "Group by date" }).click();
  await expect(page.getByRole("rowheader", { name: /2024/ })).toHaveCount(0);
  await expect(scrubber).toHaveCount(0);
});

test("a digit rates what is chosen, in a file beside it", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot(tree);
  await login();
  await openGallery(page, server.url, root);
  await page.getByRole("gridcell", { name: "p00.svg" }).click();
  await page.keyboard.press("4");
  await expect(page.getByText("★★★★", { exact: true })).toBeVisible();
  expect(readFileSync(path.join(root.dir, "p00.svg.xmp"), "utf8")).toContain('xmp:Rating="4"');

  // Only what has as many stars is there to be chosen.
  const filter = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("gridcell", { name: "p01.svg" }).click();
  await page.keyboard.press("2");
  await expect(page.getByText("★★", { exact: true })).toBeVisible();
  await filter("Filter by rating");
  await page.getByRole("menuitemradio", { name: "4 stars or more" }).click();
  await expect(page.getByRole("gridcell")).toHaveCount(1);
  await page.keyboard.press("Control+a");
  await expect(page.getByRole("toolbar").getByText("1 selected")).toBeVisible();
  await filter("4 stars or more");
  await page.getByRole("menuitemradio", { name: "5 stars", exact: true }).click();
  await expect(page.getByText("No pictures with this rating")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByRole("gridcell", { name: "p01.svg" })).toBeVisible();
});

test("the light table has a strip, facts, stars, a slideshow and the trash", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot(tree);
  await login();
  await openGallery(page, server.url, root);
  await page.getByRole("gridcell", { name: "p00.svg" }).dblclick();
  const table = page.getByRole("dialog", { name: "p00.svg" });
  await expect(table.getByRole("img", { name: "p00.svg" })).toBeVisible();
  await page.keyboard.press("i");
  await expect(table.getByText("900 × 600")).toBeVisible();
  await table.getByRole("button", { name: "Rate 3 stars" }).click();
  await expect(table.getByRole("group", { name: "Rating: 3 stars" })).toBeVisible();
  expect(readFileSync(path.join(root.dir, "p00.svg.xmp"), "utf8")).toContain('xmp:Rating="3"');
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await table.getByRole("navigation").getByRole("button", { name: "p02.svg" }).click();
  const third = page.getByRole("dialog", { name: "p02.svg" });
  await third.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog", { name: "p03.svg" })).toBeVisible();
  await page.keyboard.press(" ");
  await expect(page.getByRole("button", { name: "Pause slideshow" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "p04.svg" })).toBeVisible({ timeout: 10_000 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("gridcell", { name: "p02.svg" })).toHaveCount(0);
});
