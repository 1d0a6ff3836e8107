import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/test";

test("the properties of a file: facts, checksums, and a mode that is changed by a click", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "hello", "b.txt": "b" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page
    .getByRole("grid")
    .getByRole("row", { name: /a\.txt/ })
    .click();
  await page.keyboard.press("Alt+Enter");
  const dialog = page.getByRole("dialog", { name: "Properties of “a.txt”" });
  await expect(dialog).toContainText("5 B");
  await dialog.getByRole("button", { name: "Calculate" }).click();
  await expect(dialog).toContainText(createHash("sha256").update("hello").digest("hex"));
  await dialog.getByRole("checkbox", { name: "Others: read" }).uncheck();
  await expect(dialog.getByRole("textbox", { name: "Octal mode" })).toHaveValue("640");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => (statSync(path.join(root.dir, "a.txt")).mode & 0o777).toString(8)).toBe("640");
});

test("who may not change them sees them, and that", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ tree: { "a.txt": "hello" } });
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("grid").getByRole("row", { name: /tree/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Properties" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("5 B in 1 file and 0 folders");
  await expect(dialog).toContainText("You can’t change these");
  await expect(dialog.getByRole("checkbox", { name: "Owner: read" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Save" })).toHaveCount(0);
});
