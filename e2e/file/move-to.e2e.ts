import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const grid = (page: Page) => page.getByRole("grid", { name: "Files and folders" });
const rowOf = (page: Page, name: RegExp) => grid(page).getByRole("row", { name });

test("Move to… by the keyboard alone: a folder of the tree, and a new one in it", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ from: { "a.txt": "a", "b.txt": "b" }, to: { deep: {} } });
  await login();
  await page.goto(`${server.url}/browse/${root.path}/from`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+Shift+X");
  const dialog = page.getByRole("dialog", { name: "Move 2 items to…" });
  const confirm = dialog.getByRole("button", { name: "Move here" });
  const item = (name: string) => dialog.getByRole("treeitem", { name, exact: true });
  await expect(item("from")).toHaveAttribute("aria-selected", "true");
  await expect(dialog.getByText("They’re already in this folder.")).toBeVisible();
  await expect(confirm).toBeDisabled();
  await dialog.getByRole("tree").focus();
  await page.keyboard.press("ArrowDown");
  await expect(item("to")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowRight");
  await item("deep").waitFor();
  await page.keyboard.press("ArrowRight");
  await expect(item("deep")).toHaveAttribute("aria-selected", "true");
  await dialog.getByRole("button", { name: "New folder" }).click();
  await page.keyboard.type("made");
  await page.keyboard.press("Enter");
  await expect(item("made")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, /a\.txt/)).toHaveCount(0);
  await expect.poll(() => existsSync(path.join(root.dir, "to/deep/made/b.txt"))).toBe(true);

  // The folder is remembered for the next time.
  await page.goto(`${server.url}/browse/${root.path}/to`);
  await rowOf(page, /deep/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Copy to…" }).click();
  const copy = page.getByRole("dialog", { name: "Copy “deep” to…" });
  await copy.getByRole("group", { name: "Recent folders" }).getByRole("button", { name: "made" }).click();
  await expect(copy.getByText("A folder can’t be moved or copied into itself")).toBeVisible();
  await expect(copy.getByRole("button", { name: "Copy here" })).toBeDisabled();
});

test("Copy to… a folder that was searched for, on a phone", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a" });
  mkdirSync(path.join(root.dir, "x/y/faraway"), { recursive: true });
  await page.setViewportSize({ width: 390, height: 800 });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await page.getByRole("toolbar", { name: "Selection" }).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Copy to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy “a.txt” to…" });
  const box = await dialog.boundingBox();
  expect([box?.x, box?.width]).toEqual([0, 390]);
  await dialog.getByRole("searchbox", { name: "Search folders" }).fill("faraw");
  await dialog.getByRole("treeitem", { name: /faraway/ }).click();
  await dialog.getByRole("button", { name: "Copy here" }).click();
  await expect.poll(() => existsSync(path.join(root.dir, "x/y/faraway/a.txt"))).toBe(true);
  expect(existsSync(path.join(root.dir, "a.txt"))).toBe(true);
});

test("what was cut outlives a reload, says that it is ready, and is pasted without a keyboard", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "a", to: {} });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+x");
  await page.goto(`${server.url}/browse/${root.path}/to`);
  const bar = page.getByRole("region", { name: "Clipboard" });
  await expect(bar).toContainText("“a.txt” is ready to paste");
  await bar.getByRole("button", { name: "Paste" }).click();
  await expect(rowOf(page, /a\.txt/)).toHaveAttribute("aria-selected", "true");
  await expect(bar).toHaveCount(0);
  expect(readFileSync(path.join(root.dir, "to/a.txt"), "utf8")).toBe("a");
  await page.keyboard.press("Control+c");
  await bar.getByRole("button", { name: "Clear" }).click();
  await page.reload();
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("who may not move is told so by the menu", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "a" });
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click({ button: "right" });
  for (const name of [/^Move to…/, /^Copy to…/])
    await expect(page.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
});
