import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
/** 40 × 30 pixels, red. */
const picture = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAAeCAIAAADRv8uKAAAAKElEQVR42u3NsQ0AAAjAoP7/tJ6hAwk7TZ1ILBaLxWKxWCwWi8V/4wU+nauNixxYhAAAAABJRU5ErkJggg==",
  "base64",
);
const bytes = (dir: string, name: string) => Buffer.concat([Buffer.from(`${dir}/`), Buffer.from(name, "latin1")]);

test("names that are not UTF-8 open in every viewer, are shown small, downloaded, searched and renamed", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  const folder = bytes(root.dir, "f\xfcr");
  mkdirSync(folder);
  const inside = (name: string) => Buffer.concat([folder, Buffer.from(`/${name}`, "latin1")]);
  writeFileSync(inside("caf\xe9.txt"), "one\n");
  writeFileSync(inside("caf\xe9.md"), "# Two\n");
  writeFileSync(inside("caf\xe9.png"), picture);
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, "f⟨FC⟩r").dblclick();
  await expect(page.getByRole("navigation", { name: "Folder path" })).toContainText("f⟨FC⟩r");
  await expect(page).toHaveTitle(/f⟨FC⟩r/);

  await rowOf(page, "caf⟨E9⟩.txt").dblclick();
  const editor = page.getByRole("dialog", { name: "caf⟨E9⟩.txt" });
  await expect(editor.getByText("one")).toBeVisible({ timeout: 30_000 });
  await expect(editor.getByRole("textbox", { name: "caf⟨E9⟩.txt" })).toBeFocused();
  await page.keyboard.type("0");
  await page.keyboard.press("Control+s");
  await expect.poll(() => readFileSync(inside("caf\xe9.txt"), "utf8")).toBe("0one\n");
  // The address holds every byte, also over a reload.
  await page.reload();
  await expect(editor.getByText("0one")).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("Escape");

  await rowOf(page, "caf⟨E9⟩.md").dblclick();
  await expect(page.getByRole("heading", { name: "Two" })).toBeVisible();
  await page.keyboard.press("Escape");
  await rowOf(page, "caf⟨E9⟩.png").dblclick();
  const image = page.getByRole("dialog").getByRole("img", { name: "caf⟨E9⟩.png" });
  await expect.poll(() => image.evaluate((node) => node instanceof HTMLImageElement && node.naturalWidth)).toBe(40);
  await page.keyboard.press("Escape");

  const download = page.waitForEvent("download");
  await page
    .getByRole("toolbar", { name: "Selection" })
    .getByRole("button", { name: /^Download/ })
    .click();
  expect(readFileSync(await (await download).path())).toEqual(picture);

  await rowOf(page, "caf⟨E9⟩.txt").click();
  await page.keyboard.press("F2");
  await expect(page.getByRole("textbox", { name: /New name/ })).toHaveValue("caf⟨E9⟩.txt");
  await page.keyboard.press("End");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "caf⟨E9⟩.txt2")).toBeVisible();
  expect(readdirSync(folder, "latin1")).toContain("caf\xe9.txt2");
});

test("what turns a name round or hides in it is a sign: list, dialogs, search, trash, share, audit log", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "bill\u202Efdp.exe": "x", "two\nlines\u200B.quux": "y", "👨‍👩‍👧.txt": "z" });
  const session = await login();
  const body = { files: [`${root.path}/bill\u202Efdp.exe`, `${root.path}/two\nlines\u200B.quux`], mode: "download" };
  const { answer } = await call<{ link: string }>(server, "share/create", { session, body });
  await page.goto(`${server.url}/s/${answer.data.link}`);
  await expect(page.getByText("bill⟨U+202E⟩fdp.exe", { exact: true })).toBeVisible();
  await expect(page.getByText("two␊lines⟨U+200B⟩.quux", { exact: true })).toBeVisible();

  await page.goto(`${server.url}/browse/${root.path}?q=fdp`);
  await expect(rowOf(page, "bill⟨U+202E⟩fdp.exe")).toBeVisible();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, "two␊lines⟨U+200B⟩.quux").dblclick();
  await expect(page.getByRole("dialog", { name: "two␊lines⟨U+200B⟩.quux" })).toBeVisible();
  await page.keyboard.press("Escape");

  // Renamed beside the sign, which stays what it stands for.
  await rowOf(page, "bill⟨U+202E⟩").click();
  await page.keyboard.press("F2");
  await page.keyboard.press("Home");
  await page.keyboard.type("my-");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "my-bill⟨U+202E⟩fdp.exe")).toHaveAttribute("aria-selected", "true");
  // What joins a family of emoji is part of it, and no sign.
  await expect(rowOf(page, "👨‍👩‍👧.txt")).toBeVisible();
  expect(readdirSync(root.dir)).toContain("my-bill\u202Efdp.exe");

  await page.keyboard.press("Delete");
  await expect(rowOf(page, "my-bill")).toHaveCount(0);
  await page.goto(`${server.url}/trash`);
  await expect(page.getByRole("row").filter({ hasText: "my-bill⟨U+202E⟩fdp.exe" })).toBeVisible();
  await page.goto(`${server.url}/tasks`);
  await expect(page.getByText("Move “my-bill⟨U+202E⟩fdp.exe” to the trash")).toBeVisible();
  await page.goto(`${server.url}/audit`);
  await expect(page.getByText(/my-bill⟨U\+202E⟩fdp\.exe/).first()).toBeVisible();
  expect(await page.getByRole("main").innerText()).not.toContain("\u202E");
});
