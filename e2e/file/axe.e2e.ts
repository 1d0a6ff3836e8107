import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { violationsInThemes, violationsOf } from "../support/axe";
import { makePdf } from "../support/make-pdf";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48"/></svg>';
const tree = {
  docs: { "in.txt": "in" },
  "a.svg": picture,
  "b.md":
    "# Title\n\nText, `code`, a [link](docs/in.txt).\n\n- [x] done\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n```sh\necho hi\n```\n",
  "c.pdf": makePdf(["Sheet 1", "Sheet 2"]),
  "d.txt": "text",
  "e.webm": readFileSync(path.join(import.meta.dirname, "fixtures/red.webm")),
};
const rowOf = (page: Page, name: RegExp) => page.getByRole("row", { name });

async function seeNothing(page: Page, where: string, within?: string): Promise<void> {
  expect.soft(await violationsInThemes(page, within === undefined ? {} : { within }), where).toEqual([]);
}

const dialog = "[role=dialog]";

test("axe finds nothing on the file page in any theme", async ({ page, login, server, tempRoot }) => {
  test.setTimeout(120_000);
  const look = (where: string, within?: string) => seeNothing(page, where, within);
  await login();
  const root = tempRoot(tree);
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /d\.txt/).waitFor();
  for (const layout of ["Mosaic", "Gallery", "List"]) {
    await page.getByRole("radio", { name: layout }).click();
    await look(layout);
  }
  await rowOf(page, /docs/).click();
  await look("selection");
  await rowOf(page, /docs/).click({ button: "right" });
  await page.getByRole("menu").waitFor();
  await look("menu", "[role=menu]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("F2");
  await page.getByRole("textbox", { name: "New name for docs" }).waitFor();
  await look("rename", "[role=grid]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+Delete");
  await page
    .getByRole("dialog")
    .getByText(/1 folder, 1 file/)
    .waitFor();
  await look("delete", dialog);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New folder" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("a/b");
  await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
  await look("new folder", dialog);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await look("help", dialog);
  await page.keyboard.press("Escape");
  for (const name of ["a.svg", "b.md", "c.pdf", "d.txt", "e.webm"]) {
    await rowOf(page, new RegExp(name)).dblclick();
    const viewer = page.getByRole("dialog", { name, exact: true });
    await viewer.waitFor();
    if (name === "c.pdf") await viewer.getByText("Sheet 1").waitFor();
    if (name === "d.txt") await viewer.getByRole("textbox").first().waitFor({ state: "attached" });
    await look(name, dialog);
    await page.keyboard.press("Escape");
    await expect(viewer).toBeHidden();
  }
});

test("axe finds nothing in a text shown dark", async ({ page, login, server, tempRoot }) => {
  const session = await login();
  await call(server, "user/userInfo/update", { session, body: { theme: "dark" } });
  const root = tempRoot({ "d.ts": 'const a = "b"; // c\n' });
  await page.goto(`${server.url}/browse/${root.path}?open=d.ts`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("dialog").getByRole("textbox").first().waitFor({ state: "attached" });
  expect(await violationsOf(page, { within: dialog, contrast: true })).toEqual([]);
  await call(server, "user/userInfo/update", { session, body: { theme: "system" } });
});

test("axe finds nothing with panels and questions open", async ({ page, login, server, tempRoot }) => {
  await login();
  const root = tempRoot({ "a.txt": "a", "keep.txt": "k" });
  const session = await login();
  await call(server, "setting/protected", { session, body: { paths: [path.join(root.dir, "keep.txt")] } });
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /keep/).waitFor();
  const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from("new") });
  await chooseUpload(page, [file("a.txt"), file("b.txt"), file("keep.txt")]);
  const question = page.getByRole("dialog", { name: "2 names are already taken" });
  await question.waitFor();
  await seeNothing(page, "conflict");
  await question.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Uploads", exact: true })).toContainText("3 files uploaded");
  await rowOf(page, /^keep\.txt/).click();
  await page.keyboard.press("Shift+Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("region", { name: "Tasks" }).getByText("1 failed").waitFor();
  await expect(page.getByTestId("toast")).toHaveCount(0);
  await seeNothing(page, "uploads and tasks");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await page.getByRole("region", { name: "Notifications" }).getByRole("listitem").first().waitFor();
  await seeNothing(page, "notifications");
  await call(server, "setting/protected", { session, body: { paths: [] } });
});
