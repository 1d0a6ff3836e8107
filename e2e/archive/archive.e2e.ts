import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "../support/test";

test("a folder is packed from its menu, and the archive unpacked beside it", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ photos: { "a.txt": "a", sub: { "b.txt": "b" } }, "c.txt": "c" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  const rowOf = (name: RegExp) => page.getByRole("grid").getByRole("row", { name });
  await rowOf(/photos/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Compress…" }).click();
  const dialog = page.getByRole("dialog", { name: "Compress “photos”" });
  await dialog.getByLabel("Name").fill("");
  await dialog.getByRole("button", { name: "Compress" }).click();
  await expect(dialog.getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Name").fill("album");
  await dialog.getByLabel("Format").selectOption("tar.gz");
  await dialog.getByRole("button", { name: "Compress" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rowOf(/album\.tar\.gz/)).toBeVisible();
  await rowOf(/album\.tar\.gz/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Extract here" }).click();
  // Its one folder needs none around it; its name is taken.
  await expect(rowOf(/photos \(2\)/)).toBeVisible();
  await expect.poll(() => existsSync(path.join(root.dir, "photos (2)/sub/b.txt"))).toBe(true);
  expect(readFileSync(path.join(root.dir, "photos (2)/a.txt"), "utf8")).toBe("a");
});

test("what is packed with a password is unpacked with it alone", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  const root = tempRoot({ "letter.txt": "dear diary" });
  expectConsole(/status of 422/);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  const rowOf = (name: RegExp) => page.getByRole("grid").getByRole("row", { name });
  await rowOf(/letter/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Compress…" }).click();
  const dialog = page.getByRole("dialog", { name: "Compress “letter.txt”" });
  await dialog.getByLabel("Password (optional)").fill("secret");
  await dialog.getByRole("button", { name: "Compress" }).click();
  await rowOf(/letter\.zip/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Extract here" }).click();
  const prompt = page.getByRole("dialog", { name: "Password for “letter.zip”" });
  const field = prompt.getByRole("textbox", { name: "Password" });
  await field.fill("wrong");
  await prompt.getByRole("button", { name: "Continue" }).click();
  await expect(prompt.getByText("Incorrect archive password")).toBeVisible();
  await field.fill("secret");
  await prompt.getByRole("button", { name: "Continue" }).click();
  await expect(rowOf(/letter \(2\)\.txt/)).toBeVisible();
  expect(readFileSync(path.join(root.dir, "letter (2).txt"), "utf8")).toBe("dear diary");
  expect(readFileSync(path.join(root.dir, "letter.zip")).includes("dear diary")).toBe(false);
});
