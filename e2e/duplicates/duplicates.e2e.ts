import { existsSync, utimesSync } from "node:fs";
import path from "node:path";
import { violationsOf } from "../support/axe";
import { expect, test } from "../support/test";

test("duplicates are found, all but the oldest chosen, and brought to the trash", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const text = "x".repeat(2_000);
  const root = tempRoot({ box: { "new.txt": text, sub: { "old.txt": text, "newest.txt": text }, "other.txt": "o" } });
  const at = (name: string) => path.join(root.dir, "box", name);
  utimesSync(at("sub/old.txt"), 1_000, 1_000);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("grid").getByRole("row", { name: /box/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Find duplicates…" }).click();
  const dialog = page.getByRole("dialog", { name: "Duplicates in “box”" });
  await dialog.getByRole("button", { name: "Search" }).click();
  await expect(dialog.getByText("1 group · You can free up 3.91 KB")).toBeVisible();
  expect(await violationsOf(page, { within: "[role=dialog]" })).toEqual([]);
  await dialog.getByRole("button", { name: "All but the oldest" }).click();
  const oldest = dialog.getByRole("checkbox", { name: "Delete “sub/old.txt”" });
  await expect(oldest).not.toBeChecked();
  // One stays, whatever is chosen.
  await expect(oldest).toBeDisabled();
  await dialog.getByRole("button", { name: "Keep only “sub/newest.txt”" }).click();
  await expect(oldest).toBeChecked();
  await dialog.getByRole("button", { name: "All but the oldest" }).click();
  await dialog.getByRole("button", { name: "Delete 2 files (3.91 KB)" }).click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(0);
  await expect
    .poll(() => ["new.txt", "sub/newest.txt", "sub/old.txt"].map((name) => existsSync(at(name))))
    .toEqual([false, false, true]);
});
