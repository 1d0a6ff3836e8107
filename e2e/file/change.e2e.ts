import { existsSync, readFileSync, readdirSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });

test("rename in place selects the base name and renames on the disk", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "old.tar.gz": "x", "taken.txt": "t" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /old/).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("new");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, /new\.tar\.gz/)).toBeFocused();
  expect(readdirSync(root.dir).sort()).toEqual(["new.tar.gz", "taken.txt"]);
});

test("a rename to a taken name is refused and changes nothing", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/409/);
  const root = tempRoot({ "a.txt": "a", "b.txt": "b" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("F2");
  await page.keyboard.type("b");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This name is already taken").first()).toBeVisible();
  expect(readFileSync(path.join(root.dir, "b.txt"), "utf8")).toBe("b");
  expect(readdirSync(root.dir).sort()).toEqual(["a.txt", "b.txt"]);
});

test("new folder and new file", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot();
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  for (const [item, name] of [
    ["New folder", "made"],
    ["New file", "made.txt"],
  ] as const) {
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("button", { name: "Create" }).click();
    // A file opens at once.
    if (item === "New file") await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect(rowOf(page, new RegExp(`${name} `))).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("Escape");
  }
  expect(statSync(path.join(root.dir, "made")).isDirectory()).toBe(true);
  expect(statSync(path.join(root.dir, "made.txt")).size).toBe(0);
});

test("deleting for good says what it will touch, Cancel is the default, then it is gone", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ tree: { "1.txt": "1", sub: { "2.txt": "22" } }, "keep.txt": "k" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /tree/).click();
  await page.keyboard.press("Shift+Delete");
  const dialog = page.getByRole("dialog", { name: "Delete “tree”?" });
  await expect(dialog).toContainText("2 folders, 2 files, 3 B");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(existsSync(path.join(root.dir, "tree"))).toBe(true);
  await page.keyboard.press("Shift+Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, /tree/)).toHaveCount(0);
  expect(readdirSync(root.dir)).toEqual(["keep.txt"]);
});

test("a folder on its namesake is merged with a question per file, or brings what is new", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const tree = { both: "new", later: "new", extra: "new" };
  const root = tempRoot({ from: { photos: tree }, to: { photos: { both: "old", later: "standing" } } });
  const text = (name: string) => readFileSync(path.join(root.dir, "to/photos", name), "utf8");
  const then = new Date(2001, 0);
  utimesSync(path.join(root.dir, "from/photos/later"), then, then);
  utimesSync(path.join(root.dir, "to/photos/both"), then, then);
  await login();
  await page.goto(`${server.url}/browse/${root.path}/from`);
  await rowOf(page, /photos/).click();
  await page.keyboard.press("Control+c");
  await page.goto(`${server.url}/browse/${root.path}/to`);
  await rowOf(page, /photos/).waitFor();
  await page.keyboard.press("Control+v");
  const question = page.getByRole("dialog", { name: "This name is already taken" });
  await question.getByRole("radio", { name: "Skip" }).check();
  await question.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => readdirSync(path.join(root.dir, "to/photos")).sort()).toEqual(["both", "extra", "later"]);
  expect([text("both"), text("later"), text("extra")]).toEqual(["old", "standing", "new"]);
  await expect(question).toHaveCount(0);

  await page.keyboard.press("Control+v");
  await expect(question.getByRole("radio", { name: "Merge" })).toBeChecked();
  await question.getByRole("button", { name: "Continue" }).click();
  await expect(question).toContainText("“photos” already contains an item named");
  await expect(question).toContainText(/New\s*3 B · .*Existing\s*[38] B · /s);
  await question.getByRole("radio", { name: "Keep the newer one" }).check();
  await question.getByRole("checkbox", { name: /Apply to/ }).check();
  await question.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => text("both")).toBe("new");
  await expect(question).toHaveCount(0);
  expect(text("later")).toBe("standing");
});

test("copy and cut, with a choice for names that are taken", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ from: { "a.txt": "new", "b.txt": "moved" }, to: { "a.txt": "old" } });
  await login();
  await page.goto(`${server.url}/browse/${root.path}/from`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+c");
  await page.goto(`${server.url}/browse/${root.path}/from`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+c");
  await page.keyboard.press("Backspace");
  await rowOf(page, /^to /).dblclick();
  await rowOf(page, /a\.txt/).waitFor();
  await page.keyboard.press("Control+v");
  await page
    .getByRole("dialog", { name: "This name is already taken" })
    .getByRole("button", { name: "Continue" })
    .click();
  await expect(rowOf(page, /a \(2\)\.txt/)).toBeVisible();
  expect(readFileSync(path.join(root.dir, "to/a.txt"), "utf8")).toBe("old");
  await page.keyboard.press("Control+v");
  await page.getByRole("radio", { name: "Replace" }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect.poll(() => readFileSync(path.join(root.dir, "to/a.txt"), "utf8")).toBe("new");

  await page.keyboard.press("Backspace");
  await rowOf(page, /from/).dblclick();
  await rowOf(page, /b\.txt/).click();
  await page.keyboard.press("Control+x");
  await page.keyboard.press("Backspace");
  await rowOf(page, /^to /).dblclick();
  await rowOf(page, /a \(2\)/).waitFor();
  await page.keyboard.press("Control+v");
  await expect(rowOf(page, /b\.txt/)).toBeVisible();
  expect(existsSync(path.join(root.dir, "from/b.txt"))).toBe(false);
});

test("entries are dragged onto a folder, with Ctrl as a copy", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ into: {}, "a.txt": "a", "b.txt": "b" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).dragTo(rowOf(page, /into/));
  await expect.poll(() => readdirSync(path.join(root.dir, "into"))).toEqual(["a.txt"]);
  await expect(rowOf(page, /a\.txt/)).toHaveCount(0);
});

test("a single file, several and a folder are downloaded", async ({ page, login, server, tempRoot }) => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`n${index}.txt`, "x"]));
  const root = tempRoot({ "a.txt": "hello", ...many });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  const bar = page.getByRole("toolbar", { name: "Selection" });
  const download = async (button = bar.getByRole("button", { name: "Download" })) => {
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) };
  };
  expect(await download()).toEqual({ name: "a.txt", content: Buffer.from("hello") });
  await rowOf(page, /n0\.txt/).click({ modifiers: ["Shift"] });
  expect((await download()).content.subarray(0, 2).toString()).toBe("PK");
  await rowOf(page, /n0\.txt/).click();
  await page.keyboard.press("Control+a");
  expect((await download()).content.subarray(0, 2).toString()).toBe("PK");
  // In another format, which stays the chosen one; a single file is never packed.
  await bar.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Download as…" }).click();
  const dialog = page.getByRole("dialog", { name: "Download 26 items" });
  await dialog.getByLabel("Format").selectOption("tar.gz");
  const kept = page.waitForResponse(/user\/userInfo\/update$/);
  const chosen = await download(dialog.getByRole("button", { name: "Download" }));
  expect([chosen.name.endsWith(".tar.gz"), chosen.content.subarray(0, 2)]).toEqual([
    true,
    Buffer.from("\x1f\x8b", "latin1"),
  ]);
  await kept;
  await page.reload();
  await rowOf(page, /a\.txt/).click();
  expect((await download()).name).toBe("a.txt");
  await rowOf(page, /n0\.txt/).click({ modifiers: ["Shift"] });
  expect((await download()).name).toMatch(/\.tar\.gz$/);
});
