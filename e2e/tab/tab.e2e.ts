import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });
const tabOf = (page: Page, name: string | RegExp) => page.getByRole("tab", { name, exact: true });
const bar = (page: Page) => page.getByRole("tablist", { name: "Tabs" });
const namesOf = (page: Page) =>
  bar(page)
    .getByRole("tab")
    .evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute("aria-label")));
const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`f${String(index).padStart(3, "0")}`, "x"]));

test("the middle button opens tabs, and each is shown as it was left", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ many, docs: { "in.txt": "in" } });
  // Tabs are a user's: root's would be there in all tests that follow.
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}/many`);
  await expect(rowOf(page, /f000/)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await rowOf(page, /f003/).click();
  await rowOf(page, /f005/).click({ modifiers: ["Shift"] });
  const grid = page.getByRole("grid");
  await grid.evaluate((node) => node.scrollTo({ top: 1500 }));
  await expect(rowOf(page, /f045/)).toBeVisible();
  const places = page.getByRole("navigation", { name: "Folder path" }).getByRole("link");
  await places.nth(-2).click({ button: "middle" });
  await expect(bar(page).getByRole("tab")).toHaveCount(2);
  await expect(tabOf(page, "many")).toHaveAttribute("aria-selected", "true");
  const scrolled = await grid.evaluate((node) => node.scrollTop);

  await bar(page).getByRole("tab").nth(1).click();
  await expect(rowOf(page, /docs/)).toBeVisible();
  await rowOf(page, /docs/).click({ button: "middle" });
  await expect.poll(() => namesOf(page)).toHaveLength(3);
  await tabOf(page, "many").click();
  await expect(rowOf(page, /f045/)).toBeVisible();
  await expect.poll(() => grid.evaluate((node) => node.scrollTop)).toBe(scrolled);
  await expect(page.getByText("3 selected").first()).toBeAttached();
  await page.goBack();
  await expect(rowOf(page, /docs/)).toBeVisible();
  await expect(bar(page).getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.goForward();
  await expect(rowOf(page, /f045/)).toBeVisible();
  await expect(tabOf(page, "many")).toHaveAttribute("aria-selected", "true");
});

test("tabs are moved and closed by keys and by the pointer, and are the same after a reload and on another device", async ({
  page,
  login,
  server,
  tempRoot,
  browser,
}) => {
  const root = tempRoot({ a: { "in-a": "" }, b: { "in-b": "" }, c: { "in-c": "" } });
  const session = await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  for (const name of ["a", "b", "c"]) await rowOf(page, new RegExp(`^${name}`)).click({ button: "middle" });
  const tail = async () => (await namesOf(page)).slice(1);
  await expect.poll(tail).toEqual(["a", "b", "c"]);
  await page.keyboard.press("Alt+2");
  await expect(rowOf(page, /in-a/)).toBeVisible();
  await page.keyboard.press("Alt+Shift+PageDown");
  await expect.poll(tail).toEqual(["b", "a", "c"]);
  await page.keyboard.press("Alt+PageDown");
  await expect(rowOf(page, /in-c/)).toBeVisible();
  await tabOf(page, "c").dragTo(tabOf(page, "b"), { targetPosition: { x: 5, y: 10 } });
  await expect.poll(tail).toEqual(["c", "b", "a"]);

  const other = await browser.newContext();
  const there = await other.newPage();
  await enter(there, server, session);
  await there.goto(`${server.url}/browse/${root.path}/b`);
  await expect.poll(async () => (await namesOf(there)).slice(1)).toEqual(["c", "b", "a"]);
  await expect(tabOf(there, "b")).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("Alt+w");
  await expect.poll(tail).toEqual(["b", "a"]);
  await expect(rowOf(page, /in-b/)).toBeVisible();
  await expect.poll(async () => (await namesOf(there)).slice(1)).toEqual(["b", "a"]);
  await page.keyboard.press("Alt+Shift+T");
  await expect.poll(tail).toEqual(["c", "b", "a"]);
  await expect(rowOf(page, /in-c/)).toBeVisible();
  await page.reload();
  await expect.poll(tail).toEqual(["c", "b", "a"]);
  await expect(tabOf(page, "c")).toHaveAttribute("aria-selected", "true");
  await tabOf(page, "a").click({ button: "middle" });
  await tabOf(page, "b").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Close other tabs" }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(bar(there)).toHaveCount(0);
  await expect(rowOf(page, /in-b/)).toBeVisible();
  await other.close();
});

test("what is unsaved stays in its tab, and closing that asks", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "one\n", docs: {} });
  await login({ permissions: ["file_read", "filecat_file_context_update"] });
  await page.goto(`${server.url}/browse/${root.path}?open=a.txt`);
  const editor = page.getByRole("dialog", { name: "a.txt" }).getByRole("textbox", { name: "a.txt" });
  await expect(editor).toBeFocused();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click({ button: "middle" });
  await tabOf(page, "a.txt").click();
  await expect(editor).toBeFocused();
  await page.keyboard.type("mine ");
  await expect(tabOf(page, /a\.txt, Unsaved/)).toBeVisible();
  await bar(page).getByRole("tab").first().click();
  await expect(rowOf(page, /docs/)).toBeVisible();
  await expect(tabOf(page, /a\.txt, Unsaved/)).toBeVisible();
  await tabOf(page, /a\.txt/).click();
  await expect(editor).toBeFocused();
  await expect(page.getByText("mine one")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(tabOf(page, "a.txt")).toHaveAccessibleName("a.txt");
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("mine one\n");

  await editor.focus();
  await page.keyboard.type("more ");
  await expect(tabOf(page, /Unsaved/)).toBeVisible();
  await bar(page).getByRole("tab").first().click();
  await expect(rowOf(page, /docs/)).toBeVisible();
  await tabOf(page, /Unsaved/).click({ button: "middle" });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(tabOf(page, /Unsaved/)).toBeVisible();
  await tabOf(page, /Unsaved/).click({ button: "middle" });
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(bar(page)).toHaveCount(0);
});

test("any page is a tab, a list has its own on a phone, and axe finds nothing", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ a: { src: {} }, b: { src: {} }, "\u202egnp.exe": {} });
  await login({ permissions: ["file_read", "sys_protection_dir"] });
  await page.goto(`${server.url}/browse/${root.path}/a`);
  await rowOf(page, /src/).click({ button: "middle" });
  await page.getByRole("link", { name: "Settings" }).click({ button: "middle" });
  await page.goto(`${server.url}/browse/${root.path}/b`);
  await rowOf(page, /src/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open in new tab" }).click();
  await expect(tabOf(page, "src, a")).toBeVisible();
  await expect(tabOf(page, "src, b")).toHaveAttribute("aria-selected", "true");
  await tabOf(page, "Settings").click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await tabOf(page, "Settings").press("ArrowLeft");
  await expect(tabOf(page, "src, a")).toBeFocused();
  expect(await violationsInThemes(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  await expect(bar(page)).toHaveCount(0);
  const button = page.getByRole("button", { name: /^\d tabs$/ });
  await button.click();
  const list = page.getByRole("region", { name: "Tabs" });
  await expect(list.getByRole("listitem")).toHaveCount(4);
  await list.getByRole("button", { name: /^src.*a \/ src/ }).click();
  await expect(page.getByRole("heading", { name: "src", level: 1 })).toBeAttached();
  await button.click();
  await list.getByRole("button", { name: "Close Settings" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(3);
});
