import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import path from "node:path";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

const gib = 1024 ** 3;

test("any file is seen byte by byte, a huge one too, and searched", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "small.bin": Buffer.from("Hello\x00\xff needle", "latin1") });
  // A hole: nothing of it lies on the disk.
  const huge = openSync(path.join(root.dir, "huge.bin"), "w");
  ftruncateSync(huge, 8 * gib);
  writeSync(huge, "needle", 5 * 1024 * 1024 - 3);
  writeSync(huge, "the end", 8 * gib - 7);
  closeSync(huge);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("row", { name: "small.bin" }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open as hex" }).click();
  const small = page.getByRole("grid", { name: "small.bin" });
  await expect(small).toContainText("Hello·· needle");
  expect.soft(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await page.getByText("Hex", { exact: true }).last().click();
  await page.getByRole("textbox", { name: "Find in file" }).fill("00 ff");
  await page.keyboard.press("Enter");
  await expect(small.getByRole("gridcell", { selected: true })).toHaveText(["00", "ff"]);

  await page.goto(`${server.url}/browse/${root.path}?open=huge.bin&as=hex`);
  const grid = page.getByRole("grid", { name: "huge.bin" });
  await page.getByRole("textbox", { name: "Find in file" }).fill("needle");
  await page.keyboard.press("Enter");
  await expect(grid.getByRole("gridcell", { selected: true })).toHaveText(["6e", "65", "65", "64", "6c", "65"]);
  await grid.focus();
  await page.keyboard.press("Control+End");
  await expect(grid).toContainText("the end");
  await expect(grid.getByRole("gridcell", { selected: true })).toHaveText("64");
  await page.getByRole("textbox", { name: "Offset, such as 0x400" }).fill("0x4ffffd");
  await page.keyboard.press("Enter");
  await expect(grid).toContainText("004ffff0");
  // It goes through eight gigabytes, and is stopped.
  await page.getByRole("textbox", { name: "Find in file" }).fill("not in it");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Stop search" }).click();
  await expect(page.getByRole("button", { name: "Stop search" })).toHaveCount(0);
});
