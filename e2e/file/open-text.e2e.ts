import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import iconv from "iconv-lite";
import { expect, test } from "../support/test";

const editorOf = (page: Page, name: string) => page.getByRole("dialog", { name }).getByRole("textbox", { name });
const statusOf = (page: Page) => page.getByRole("group", { name: "Editor status" });

async function openText(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}?open=${name}`);
  await expect(editorOf(page, name)).toBeFocused();
}

async function save(page: Page): Promise<void> {
  await expect(page.getByText("Unsaved changes")).toBeAttached();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
}

test("Ctrl+S writes what was typed, and keeps the mode", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "run.sh": "#!/bin/sh\necho one\n" });
  const file = path.join(root.dir, "run.sh");
  const { mode } = statSync(file);
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "run.sh");
  await expect(statusOf(page)).toContainText("Shell");
  await page.keyboard.press("Control+End");
  await page.keyboard.type("echo two");
  await save(page);
  await expect(page.getByText("Saved run.sh").first()).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("#!/bin/sh\necho one\necho two");
  expect(statSync(file).mode).toBe(mode);
});

test("leaving while it saves waits for the save, and asks only if it fails", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  const root = tempRoot({ "a.txt": "" });
  const file = path.join(root.dir, "a.txt");
  await login();
  const slowly = { last: () => {} };
  await page.route(/\/api\/file\/save\//, async (route) => {
    await new Promise<void>((resolve) => (slowly.last = resolve));
    await (readFileSync(file, "utf8") === "" ? route.continue() : route.abort());
  });
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  const unsaved = page.getByRole("dialog", { name: "Leave without saving?" });
  const saveAndLeave = async (text: string) => {
    await page.keyboard.type(text);
    const asked = page.waitForRequest(/\/api\/file\/save\//);
    await page.keyboard.press("Control+s");
    await asked;
    await page.keyboard.press("Escape");
    await expect(editorOf(page, "a.txt")).toBeAttached();
    await expect(unsaved).toHaveCount(0);
    slowly.last();
  };
  await saveAndLeave("one");
  await expect(editorOf(page, "a.txt")).toHaveCount(0);
  expect(readFileSync(file, "utf8")).toBe("one");

  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await saveAndLeave("two");
  await expect(unsaved).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(editorOf(page, "a.txt")).toBeAttached();
});

test("configuration is coloured by its kind", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({
    "nginx.conf": "server {\n  #remark\n  listen 80;\n}\n",
    "php.ini": "[PHP]\nengine = On\n",
    "lib.bash": "export A=1\n",
    sshd_config: "Port 22\n",
  });
  await login();
  for (const [name, label] of [
    ["php.ini", "INI"],
    ["lib.bash", "Shell"],
    ["sshd_config", "Conf"],
    ["nginx.conf", "Conf"],
  ] as const) {
    await openText(page, `${server.url}/browse/${root.path}`, name);
    await expect(statusOf(page)).toContainText(label);
  }
  const colourOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((node) => getComputedStyle(node).color);
  await expect.poll(async () => (await colourOf("#remark")) !== (await colourOf("server"))).toBe(true);
});

test("encoding and line ends stay as they were, byte for byte", async ({ page, login, server, tempRoot }) => {
  const text = "这是一个测试文件，里面有很多中文字符，用来判断编码。\r\n第二行的内容也是中文。\r\n";
  const root = tempRoot({
    "a.txt": iconv.encode(text, "gbk"),
    "b.txt": iconv.encode("Windows registry export\r\n".repeat(20), "utf-16le", { addBOM: true }),
    "c.txt": "one\r\ntwo\nthree\r\nfour\n",
  });
  await login();
  const read = (name: string) => readFileSync(path.join(root.dir, name));
  const before = { a: read("a.txt"), b: read("b.txt"), c: read("c.txt") };
  for (const [name, status] of [
    ["a.txt", /GB(?:K|18030)\s*CRLF/],
    ["b.txt", /UTF-16 LE with BOM\s*CRLF/],
    ["c.txt", /UTF-8\s*Mixed/],
  ] as const) {
    await openText(page, `${server.url}/browse/${root.path}`, name);
    await expect(statusOf(page)).toHaveText(status);
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("x");
    await save(page);
  }
  const x16 = Buffer.from("x", "utf16le");
  expect(read("a.txt")).toEqual(Buffer.concat([Buffer.from("x"), before.a]));
  expect(read("b.txt")).toEqual(Buffer.concat([before.b.subarray(0, 2), x16, before.b.subarray(2)]));
  expect(read("c.txt")).toEqual(Buffer.concat([Buffer.from("x"), before.c]));
});

test("another encoding and other line ends are written when they are chosen", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "Grüße\n" });
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await statusOf(page).getByRole("button", { name: "LF" }).click();
  await page.getByRole("menuitemradio", { name: /CRLF/ }).click();
  await statusOf(page).getByRole("button", { name: "UTF-8" }).click();
  await page.getByRole("menuitem", { name: /Save with/ }).click();
  await page.getByRole("menuitemradio", { name: "Windows-1252" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect(readFileSync(path.join(root.dir, "a.txt"))).toEqual(Buffer.from("Gr\xfc\xdfe\r\n", "latin1"));
});

test("a character that the encoding lacks is not lost: the text can be saved as UTF-8", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/422/);
  const root = tempRoot({
    "a.txt": iconv.encode("Les élèves français étudient à l'école où c'est très sévère.\n", "windows-1252"),
  });
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await expect(statusOf(page)).toContainText("Windows-1252");
  await page.keyboard.type("日本 ");
  await page.keyboard.press("Control+s");
  const refused = page.getByRole("alert").filter({ hasText: "windows-1252" });
  await refused.getByRole("button", { name: "Save as UTF-8" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await expect(statusOf(page)).toContainText("UTF-8");
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe(
    "日本 Les élèves français étudient à l'école où c'est très sévère.\n",
  );
});

test("a change on disk meanwhile is shown beside the own text, and nothing is lost", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/412/);
  const root = tempRoot({ "a.txt": "base\n" });
  const file = path.join(root.dir, "a.txt");
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await page.keyboard.type("mine ");
  writeFileSync(file, "theirs\n");
  await page.keyboard.press("Control+s");
  const dialog = page.getByRole("dialog", { name: /Someone else changed/ });
  await expect(dialog.getByText("theirs")).toBeVisible();
  await expect(dialog.getByText("mine base")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe("theirs\n");
  await dialog.getByRole("button", { name: "Save yours" }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => readFileSync(file, "utf8")).toBe("mine base\n");

  await page.keyboard.press("Control+Home");
  await page.keyboard.type("more ");
  writeFileSync(file, "theirs again\n");
  await expect(page.getByText("changed on disk while")).toBeVisible();
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Use version on disk" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await expect(page.getByText("theirs again")).toBeVisible();
});

test("without unsaved changes the text follows the disk", async ({ page, login, server, tempRoot, expectConsole }) => {
  // It may ask once more for what was just removed.
  expectConsole(/404/);
  const root = tempRoot({ "a.txt": "first\n" });
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  writeFileSync(path.join(root.dir, "a.txt"), "second\n");
  await expect(page.getByText("second")).toBeVisible();
  rmSync(path.join(root.dir, "a.txt"));
  await expect(page.getByText("no longer exists on disk")).toBeVisible();
  await page.getByRole("button", { name: "Save again" }).click();
  await expect.poll(() => readdirSync(root.dir)).toEqual(["a.txt"]);
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("second\n");
});

test("leaving unsaved changes asks, a reload offers them again", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.txt": "old\n" });
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await page.keyboard.type("new ");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByText("new old")).toBeVisible();

  page.once("dialog", (dialog) => void dialog.accept()); // the browser's own question before it reloads
  await page.reload();
  await expect(page.getByText("were found on this device")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("new old")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect.poll(() => readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("new old\n");

  await page.reload();
  await expect(editorOf(page, "a.txt")).toBeFocused();
  await expect(page.getByText("were found on this device")).toHaveCount(0);
  await page.keyboard.type("x");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("row", { name: /a\.txt/ })).toBeFocused();
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("new old\n");
});

test("a download while changes are unsaved asks nothing, and leaves them", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "old\n" });
  await login();
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await page.keyboard.type("new ");
  const downloading = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
  const file = await (await downloading).path();
  expect(readFileSync(file, "utf8")).toBe("old\n");
  await expect(page.getByText("new old")).toBeVisible();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
});

test("who may only read sees so, and bytes that are no text are not shown as text", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/422/);
  const root = tempRoot({ "a.txt": "hello\n", "b.txt": Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 9, 200, 0]) });
  await login({ permissions: ["file_read"] });
  await openText(page, `${server.url}/browse/${root.path}`, "a.txt");
  await expect(page.getByText("Read-only")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await page.keyboard.type("x");
  await page.keyboard.press("Control+s");
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("hello\n");
  await page.goto(`${server.url}/browse/${root.path}?open=b.txt`);
  await expect(page.getByText("This isn’t a text file")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("alert").getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("b.txt");
});

test("a link opens what the list hides", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ ".profile": "export EDITOR=vi\n", "a.txt": "a" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=.profile`);
  await expect(page.getByRole("dialog", { name: /\.profile/ })).toBeVisible();
  await expect(page.getByText("export EDITOR=vi")).toBeVisible();
});
