import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { shownName } from "@/lib/shared/shown-name";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });

test("folders open, the address follows, back and forward work", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ docs: { "a.txt": "a", deep: {} }, "b.txt": "b" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /docs/).dblclick();
  await expect(page).toHaveURL(`${server.url}/browse/${root.path}/docs`);
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(rowOf(page, /docs/)).toBeFocused();
  await page.goBack();
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await page.reload();
  await expect(rowOf(page, /deep/)).toBeVisible();
  await page.getByRole("navigation", { name: "Folder path" }).getByRole("link").nth(-2).click();
  await expect(rowOf(page, /b\.txt/)).toBeVisible();
});

test("names of every kind can be seen and entered", async ({ page, login, server, tempRoot }) => {
  const names = ["100% #1 & ?", "a\nb", "trailing ", "東京", "x".repeat(255)];
  const root = tempRoot(Object.fromEntries(names.map((name) => [name, { [`in ${name.slice(0, 5)}`]: "x" }])));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(names.length + 1);
  for (const name of names.map((text) => shownName(text))) {
    await page
      .getByText(name, { exact: true })
      .or(page.getByTitle(name, { exact: true }))
      .first()
      .dblclick();
    await expect(rowOf(page, /^in /)).toHaveCount(1);
    await page.keyboard.press("Backspace");
    await expect(page.getByRole("grid").getByRole("row")).toHaveCount(names.length + 1);
  }
});

test("the list follows the disk without losing selection and focus", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "b.txt": "b", "c.txt": "c" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /b\.txt/).click();
  writeFileSync(path.join(root.dir, "a.txt"), "new");
  mkdirSync(path.join(root.dir, "folder"));
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await expect(rowOf(page, /folder/)).toBeVisible();
  await expect(rowOf(page, /b\.txt/)).toHaveAttribute("aria-selected", "true");
  await expect(rowOf(page, /b\.txt/)).toBeFocused();
  renameSync(path.join(root.dir, "c.txt"), path.join(root.dir, "d.txt"));
  await expect(rowOf(page, /d\.txt/)).toBeVisible();
  await expect(rowOf(page, /c\.txt/)).toHaveCount(0);
  rmSync(path.join(root.dir, "d.txt"));
  await expect(rowOf(page, /d\.txt/)).toHaveCount(0);
});

test("sorting, filtering, hidden entries and layouts", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "file10.txt": "x".repeat(10), "file2.txt": "x".repeat(200), ".hidden": "h", zoo: {} });
  const names = () =>
    page
      .getByRole("grid")
      .getByText(/^(file\d+\.txt|zoo)$/)
      .allTextContents();
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect.poll(names).toEqual(["zoo", "file2.txt", "file10.txt"]);
  await page.getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await page.getByRole("columnheader", { name: "Size" }).getByRole("button").click();
  await expect.poll(names).toEqual(["zoo", "file10.txt", "file2.txt"]);
  await expect(page.getByText("1 folder, 2 files · 1 hidden")).toBeVisible();
  await expect(page.getByText("210 B", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "View" }).click();
  await page.getByRole("menuitemradio", { name: "Hidden files" }).click();
  await expect(rowOf(page, /\.hidden/)).toBeVisible();
  await expect(page.getByText("1 folder, 3 files", { exact: true })).toBeVisible();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("10");
  await expect.poll(names).toEqual(["file10.txt"]);
  await expect(page.getByText("1 of 4", { exact: true }).first()).toBeVisible();
  // The row's, and the sum of what is shown.
  await expect(page.getByText("10 B", { exact: true })).toHaveCount(2);
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Gallery" }).click();
  await expect(page.getByRole("gridcell", { name: "zoo" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("gridcell", { name: "zoo" })).toBeVisible();
});

for (const width of [1360, 736, 390])
  test(`the filter and the selection live together at ${width} pixels`, async ({ page, login, server, tempRoot }) => {
    const root = tempRoot({ "a1.txt": "", "a2.txt": "", "b1.txt": "", "b2.txt": "" });
    await page.setViewportSize({ width, height: 800 });
    await login();
    await page.goto(`${server.url}/browse/${root.path}`);
    const filter = page.getByRole("searchbox", { name: "Filter" });
    const count = page.getByRole("toolbar", { name: "Selection" });
    await rowOf(page, /a1\.txt/).click({ modifiers: ["Control"] });
    await rowOf(page, /b1\.txt/).click({ modifiers: ["Control"] });
    await expect(count).toContainText("2 selected");
    // Letters that hide all of them: the field stays, and so does what is typed.
    await filter.click();
    await page.keyboard.type("2");
    await expect(page.getByRole("grid").getByRole("row", { name: /\.txt/ })).toHaveCount(2);
    await expect(count).toHaveCount(0);
    await expect(filter).toBeFocused();
    await rowOf(page, /a2\.txt/).click({ modifiers: ["Control"] });
    await expect(count).toContainText("1 selected");
    await expect(filter).toHaveValue("2");
    await filter.fill("a");
    await expect(count).toContainText("2 selected");
    await expect(count.getByRole("button", { name: /^Delete/ })).toBeInViewport({ ratio: 1 });
    await expect(filter).toBeInViewport({ ratio: 1 });
    // All of the filtered rows are no more than these once the filter is gone.
    await filter.press("Enter");
    await page.keyboard.press("Control+a");
    await page.getByRole("button", { name: "Clear filter" }).click();
    await expect(count).toContainText("2 selected");
    await expect(rowOf(page, /b2\.txt/)).toHaveAttribute("aria-selected", "false");
  });

test("the keyboard alone", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ alpha: { "in.txt": "" }, "beta.txt": "b", "gamma.txt": "g", "gamut.txt": "g" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /alpha/).waitFor();
  await page.keyboard.press("ArrowDown");
  await expect(rowOf(page, /alpha/)).toBeFocused();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText("2 selected", { exact: true }).first()).toBeVisible();
  await page.keyboard.press("Control+a");
  await expect(page.getByText("4 selected", { exact: true }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type("gamu");
  await expect(rowOf(page, /gamut/)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, /in\.txt/)).toBeVisible();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(rowOf(page, /alpha/)).toBeFocused();
  await page.keyboard.press("Shift+?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("the keyboard goes on after a click on anything that is no field", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a", "b.txt": "b", "c.txt": "c", folder: {} });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /c\.txt/).waitFor();
  const grid = await page.getByRole("grid").boundingBox();
  if (grid === null) throw new Error("no list");
  const [x, below] = [grid.x + grid.width / 2, grid.y + grid.height - 60];
  const chosen = page.getByRole("grid").locator('[data-index][aria-selected="true"]');
  const clicks: Record<string, () => Promise<void>> = {
    "empty space": () => page.mouse.click(x, below),
    "the status line": () => page.getByText("1 folder, 3 files", { exact: true }).click(),
    "a button of the toolbar": () => page.getByRole("radio", { name: "List" }).click(),
    "a column's title": () => page.getByRole("columnheader", { name: "Name" }).click({ position: { x: 120, y: 10 } }),
    "the frame of the page": () => page.getByRole("banner").click({ position: { x: 300, y: 10 } }),
    "the menu of the empty space": async () => {
      await page.mouse.click(x, below, { button: "right" });
      await page.getByRole("menu").waitFor();
      await page.keyboard.press("Escape");
    },
    "a frame around rows": async () => {
      await page.mouse.move(x, below);
      await page.mouse.down();
      await page.mouse.move(x - 60, below - 100, { steps: 3 });
      await page.mouse.up();
    },
  };
  for (const [name, click] of Object.entries(clicks))
    await test.step(name, async () => {
      await click();
      await page.keyboard.press("Control+a");
      await expect(chosen).toHaveCount(4);
      await page.keyboard.press("Home");
      await expect(rowOf(page, /folder/)).toBeFocused();
      await expect(chosen).toHaveCount(1);
      await click();
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  await rowOf(page, /c\.txt/).click();
  await page.getByText("1 folder, 3 files", { exact: true }).click();
  await page.keyboard.press("Delete");
  await expect(rowOf(page, /c\.txt/)).toHaveCount(0);
  // A field keeps its keys.
  await page.getByRole("searchbox", { name: "Filter" }).fill("ab");
  await page.keyboard.press("Delete");
  await page.keyboard.press("Control+a");
  await expect(chosen).toHaveCount(0);
});

test("a folder opened anew starts at the top, Back returns to the place, filtering starts at the top", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const names = Array.from({ length: 120 }, (_, index) => `d${String(index).padStart(3, "0")}`);
  const root = tempRoot({ many: Object.fromEntries(names.map((name) => [name, { "in.txt": "" }])) });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /many/).dblclick();
  await rowOf(page, /d000/).waitFor();
  const top = () => page.getByRole("grid").evaluate((grid) => grid.scrollTop);
  const field = page.getByRole("searchbox", { name: "Filter" });
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ top: 1800 }));
  await expect(rowOf(page, /d060/)).toBeInViewport();
  await rowOf(page, /d060/).dblclick();
  await expect(rowOf(page, /in\.txt/)).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, /d060/)).toBeInViewport();
  await expect(rowOf(page, /d060/)).toBeFocused();
  await expect.poll(top).toBeCloseTo(1800, -2);
  // The same after a reload; anew, by a link, at the top.
  await page.reload();
  await expect(rowOf(page, /d060/)).toBeInViewport();
  await field.fill("d0");
  await expect.poll(top).toBe(0);
  await expect(rowOf(page, /d000/)).toBeInViewport();
  await field.fill("");
  await page.goBack();
  await rowOf(page, /many/).dblclick();
  await expect(rowOf(page, /d000/)).toBeInViewport();
  expect(await top()).toBe(0);
  // Up again: at the folder one came from.
  await page.getByRole("grid").evaluate((grid) => grid.scrollTo({ top: 2400 }));
  await rowOf(page, /d080/).dblclick();
  await expect(rowOf(page, /in\.txt/)).toBeVisible();
  await page.keyboard.press("Backspace");
  await expect(rowOf(page, /d080/)).toBeFocused();
  await expect(rowOf(page, /d080/)).toBeInViewport();
});

test("a folder that is not there says so; one without rights offers nothing to change", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/404/);
  const root = tempRoot({ "a.txt": "a" });
  await login({ permissions: ["file_read"], readOnly: [root.dir] });
  await page.goto(`${server.url}/browse/${root.path}/nowhere`);
  await expect(page.getByText("This file or folder doesn’t exist")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await expect(page.getByRole("button", { name: /^Delete –/ })).toHaveAttribute("aria-disabled", "true");
});
