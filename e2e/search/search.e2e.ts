import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const box = (page: Page) => page.getByRole("searchbox", { name: "Search", exact: true });
const results = (page: Page) => page.getByRole("grid", { name: "Search results" }).getByRole("row");

test("typing finds names below the open folder; the address keeps the search", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({
    "invoice-1.txt": "a",
    old: { "Invoice-2.pdf": "b", deep: { "an invoice.md": "# c" } },
    "other.txt": "d",
  });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(page.getByRole("grid").getByRole("row", { name: /other\.txt/ })).toBeVisible();
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await box(page).pressSequentially("invoice");
  await expect(results(page)).toHaveCount(3);
  await expect(page.getByText("3 results", { exact: true }).first()).toBeVisible();
  await expect(results(page).filter({ hasText: "an invoice.md" }).locator("mark")).toHaveText("invoice");
  await expect(page).toHaveURL(/\?q=invoice$/);
  await page.getByRole("combobox", { name: "Type" }).selectOption("Documents");
  await page.getByRole("combobox", { name: "Match" }).selectOption("Name starts with");
  await expect(results(page)).toHaveCount(2);
  await page.reload();
  await expect(results(page)).toHaveCount(2);
  await expect(box(page)).toHaveValue("invoice");
  await page.goBack();
  await expect(page.getByRole("grid", { name: "Files and folders" })).toBeVisible();
  await expect(box(page)).toHaveValue("");
  await page.goForward();
  // Enter opens what has the keyboard, one step back leads to the results, Ctrl+Enter to its folder.
  const mode = page.getByRole("combobox", { name: "Match" });
  await mode.selectOption("Name contains");
  await expect(results(page)).toHaveCount(3);
  await results(page).filter({ hasText: "an invoice.md" }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "c", exact: true })).toBeVisible();
  await page.goBack();
  await expect(results(page)).toHaveCount(3);
  await results(page).filter({ hasText: "an invoice.md" }).click();
  await page.keyboard.press("Control+Enter");
  await expect(page).toHaveURL(new RegExp(`${root.path}/old/deep$`));
  await expect(page.getByRole("row", { name: /an invoice\.md/ })).toBeFocused();
});

test("text in files is found with its lines, and what is broken is said", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/file\/search/);
  const root = tempRoot({ src: { "main.ts": "const a = 1;\n  callNeedle(a);\n", "other.ts": "nothing" } });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?q=needle&in=text`);
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toContainText("main.ts");
  await expect(results(page).first()).toContainText("callNeedle(a);");
  await expect(results(page).first().locator("mark")).toHaveText("Needle");
  await page.getByRole("combobox", { name: "Match" }).selectOption("Regular expression");
  await box(page).fill("call(");
  await expect(page.getByText("This pattern isn’t valid")).toBeVisible();
  await box(page).fill("call\\w+");
  await expect(results(page)).toHaveCount(1);
  await box(page).fill("nowhere at all");
  await expect(page.getByText("No results for “nowhere at all”")).toBeVisible();
  await page.getByRole("button", { name: "Close search" }).first().click();
  await expect(page.getByRole("grid", { name: "Files and folders" })).toBeVisible();
});

test("a text's hit opens at its line, and closing leads back to the same place among the results", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const lines = Array.from({ length: 400 }, (_, at) => (at === 299 ? "the needle lies here" : `line ${at + 1}`));
  const notes = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n-${at}.quux`, lines.join("\n")]));
  const root = tempRoot({ ...notes, "z.md": `# one\n\nneedle, then\n\nanother needle\n` });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?q=needle&in=text`);
  await expect(page.getByText("61 results", { exact: true }).first()).toBeVisible();
  const grid = page.getByRole("grid", { name: "Search results" });
  const wanted = results(page).filter({ hasText: "n-40.quux" });
  await expect(async () => {
    await grid.hover();
    await page.mouse.wheel(0, 800);
    await expect(wanted).toBeInViewport({ timeout: 300 });
  }).toPass();
  await wanted.click();
  const scroll = await grid.evaluate((node) => node.scrollTop);
  await page.keyboard.press("Enter");
  const editor = page.getByRole("dialog", { name: "n-40.quux" });
  await expect(editor.getByText("the needle lies here")).toBeInViewport();
  await expect(editor.getByRole("group", { name: "Editor status" })).toContainText("Ln 300, Col 5");
  await page.keyboard.press("Escape");
  await expect(wanted).toBeFocused();
  await expect(wanted).toHaveAttribute("aria-selected", "true");
  expect(await grid.evaluate((node) => node.scrollTop)).toBe(scroll);

  // The line that is clicked, also of what is shown in another way otherwise.
  await page.goto(`${server.url}/browse/${root.path}?q=another&in=text`);
  await results(page).getByText("another needle").dblclick();
  await expect(page.getByRole("dialog", { name: "z.md" }).getByRole("group", { name: "Editor status" })).toContainText(
    "Ln 5, Col 1",
  );
});

test("several results are moved and deleted together", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ a: { "x-1.log": "1" }, b: { "x-2.log": "2", "x-3.log": "3" }, target: {} });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?q=x-`);
  await expect(results(page)).toHaveCount(3);
  await results(page).filter({ hasText: "x-1.log" }).click();
  await results(page)
    .filter({ hasText: "x-2.log" })
    .click({ modifiers: ["Control"] });
  await page.keyboard.press("Control+x");
  await page.goto(`${server.url}/browse/${root.path}?q=x-`);
  await expect(results(page)).toHaveCount(3);
  await results(page).filter({ hasText: "x-3.log" }).click();
  await page.keyboard.press("Delete");
  await expect(results(page)).toHaveCount(2);
  expect(existsSync(path.join(root.dir, "b/x-3.log"))).toBe(false);
  await results(page).filter({ hasText: "x-1.log" }).click();
  await results(page)
    .filter({ hasText: "x-2.log" })
    .click({ modifiers: ["Control"] });
  await page.keyboard.press("Control+x");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: /target/ }).dblclick();
  await expect(page.getByText("This folder is empty")).toBeVisible();
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("row", { name: /x-1\.log/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /x-2\.log/ })).toBeVisible();
  expect(existsSync(path.join(root.dir, "a/x-1.log"))).toBe(false);
});

test("who may not read finds nothing to search with, and a limit is said", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  mkdirSync(path.join(root.dir, "many"));
  for (let index = 0; index < 5_001; index++) writeFileSync(path.join(root.dir, "many", `n-${index}`), "");
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}?q=n-`);
  await expect(
    page.getByText("There are more results. Narrow your search to see them.", { exact: true }),
  ).toBeVisible();
  await results(page).first().click();
  await expect(
    page.getByRole("toolbar", { name: "Selection" }).getByRole("button", { name: /^Delete –/ }),
  ).toBeVisible();
  await login({ permissions: [] });
  await page.goto(`${server.url}/browse/${root.path}?q=n-`);
  await expect(page.getByText("You don’t have access")).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test("axe finds nothing among results, in any theme", async ({ page, login, server, tempRoot }) => {
  await login();
  const root = tempRoot({ "find-me.txt": "some text to find\n", "find-too": {} });
  await page.goto(`${server.url}/browse/${root.path}?q=find`);
  await results(page).first().click();
  await expect(page.getByRole("toolbar", { name: "Selection" })).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.goto(`${server.url}/browse/${root.path}?q=find&in=text`);
  await expect(results(page)).toHaveCount(1);
  expect(await violationsInThemes(page)).toEqual([]);
});
