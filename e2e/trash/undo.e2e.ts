import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
/** With a button it stays for a while. */
const toast = (page: Page, text: string) => page.getByTestId("toast").filter({ hasText: text });

test("deleted by mistake, back with one key, also after a reload", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ tree: { "1.txt": "1", sub: { "2.txt": "22" } }, "film.mp4": "f", "keep.txt": "k" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /tree/).click();
  await rowOf(page, /film/).click({ modifiers: ["Control"] });
  await page.keyboard.press("Delete");
  await expect(toast(page, "Moved 2 items to the trash")).toBeVisible();
  await expect(rowOf(page, /tree/)).toHaveCount(0);
  expect(readdirSync(root.dir)).toEqual(["keep.txt"]);
  await page.keyboard.press("Control+z");
  await expect(rowOf(page, /tree/)).toBeVisible();
  expect(readFileSync(path.join(root.dir, "tree/sub/2.txt"), "utf8")).toBe("22");

  await rowOf(page, /film/).click();
  await page.keyboard.press("Delete");
  await expect(toast(page, "Moved “film.mp4” to the trash")).toBeVisible();
  await page.reload();
  // In a field the key is the field's.
  await rowOf(page, /keep/).click();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name for keep.txt" }).press("Control+z");
  await page.keyboard.press("Escape");
  await expect(rowOf(page, /film/)).toHaveCount(0);
  await page.keyboard.press("Control+z");
  await expect(rowOf(page, /film/)).toBeVisible();
  await page.keyboard.press("Control+z");
  // A warning is gone at once; the list has it.
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Nothing to undo");
});

test("a move and a rename are undone by the button of their message", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ to: {}, "a.txt": "a" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name for a.txt" }).fill("b.txt");
  await page.keyboard.press("Enter");
  await toast(page, "Renamed to “b.txt”").getByRole("button", { name: "Undo" }).click();
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+x");
  await rowOf(page, /^to/).dblclick();
  await page.getByText("This folder is empty").waitFor();
  await page.keyboard.press("Control+v");
  await expect(rowOf(page, /a\.txt/)).toBeVisible();
  await expect(toast(page, "Moved “a.txt”")).toBeVisible();
  writeFileSync(path.join(root.dir, "a.txt"), "another");
  // Also from the list of what was said.
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const said = page.getByRole("region", { name: "Notifications" });
  await said.getByRole("listitem").filter({ hasText: "Moved" }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Tasks" }).getByText("1 failed")).toBeVisible();
  await expect(said.getByRole("button", { name: "Undo" })).toHaveCount(0);
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("another");
  expect(readFileSync(path.join(root.dir, "to/a.txt"), "utf8")).toBe("a");
});

test("where there can be no trash the question says so, and deletes for good", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const folder = tempRoot({ "a.txt": "a" });
  const setting = { on: false, days: 30, percent: 0, bytes: 0 };
  await call(server, "setting/trash", { session: root, body: setting });
  try {
    await login();
    await page.goto(`${server.url}/browse/${folder.path}`);
    await rowOf(page, /a\.txt/).click();
    await page.keyboard.press("Delete");
    const question = page.getByRole("dialog", { name: "Delete “a.txt”?" });
    await expect(question).toContainText("The trash is turned off.");
    await expect(question).toContainText("This can’t be undone.");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(rowOf(page, /a\.txt/)).toHaveCount(0);
    await expect.poll(() => existsSync(path.join(folder.dir, "a.txt"))).toBe(false);
  } finally {
    await call(server, "setting/trash", { session: root, body: { ...setting, on: true } });
  }
});
