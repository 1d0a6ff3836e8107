import { existsSync } from "node:fs";
import path from "node:path";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/test";

const text = "x".repeat(300_000);

test("from a folder's menu to what takes the most, and that into the trash", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({
    films: { raw: { "scene.raw": text + text, "cut.raw": text }, "notes.txt": "n" },
    "a.txt": "a",
  });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("grid").getByRole("row", { name: /films/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Analyze disk usage" }).click();
  const dialog = page.getByRole("dialog", { name: "Disk usage of “films”" });
  const list = dialog.getByRole("list", { name: "Largest items" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("region", { name: "Map" }).getByRole("button", { name: /^raw/ }).click();
  await expect(list.getByRole("listitem").first()).toContainText("scene.raw");
  await dialog.getByRole("navigation").getByRole("button", { name: "films" }).click();
  await expect(list.getByRole("listitem").last()).toContainText("notes.txt");
  // The same with the keyboard.
  await list.getByRole("button", { name: "raw" }).focus();
  await page.keyboard.press("Enter");
  expect(await violationsOf(page, { within: "[role=dialog]" })).toEqual([]);
  await list.getByRole("checkbox", { name: "Select “scene.raw”" }).check();
  await dialog.getByRole("button", { name: "Delete 1 item" }).click();
  await expect(list.getByText("scene.raw")).toHaveCount(0);
  expect(existsSync(path.join(root.dir, "films/raw/scene.raw"))).toBe(false);
  await dialog.getByRole("button", { name: "Open folder" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("grid").getByRole("row", { name: /cut\.raw/ })).toBeVisible();
});

test("the properties of a folder lead there, too; who may not delete is not offered it", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ box: { "b.txt": text } });
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("grid").getByRole("row", { name: /box/ }).click();
  await page.keyboard.press("Alt+Enter");
  await page
    .getByRole("dialog", { name: "Properties of “box”" })
    .getByRole("button", { name: "Analyze disk usage" })
    .click();
  const dialog = page.getByRole("dialog", { name: "Disk usage of “box”" });
  await dialog.getByRole("checkbox", { name: "Select “b.txt”" }).check();
  await expect(dialog.getByRole("button", { name: "Open folder" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Delete/ })).toHaveCount(0);
});
