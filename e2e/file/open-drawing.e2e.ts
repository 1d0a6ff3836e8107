import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { signIn } from "../support/api-client";
import { startFiledeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

type Drawing = { type: string; elements: Record<string, unknown>[]; files: Record<string, unknown> };

const pixel =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const rectangle = { type: "rectangle", id: "box", x: 0, y: 0, width: 200, height: 100 };
const drawing = (change: object = {}) =>
  JSON.stringify({ type: "excalidraw", version: 2, elements: [rectangle], appState: {}, ...change });
const read = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Drawing;
const saveButton = (page: Page) => page.getByRole("button", { name: "Save", exact: true });

async function openDrawing(page: Page, url: string, name: string): Promise<void> {
  await page.goto(`${url}?open=${name}`);
  await expectReady(page);
}

/** The board takes keys when its scene has come, a moment after the tools. */
async function expectReady(page: Page): Promise<void> {
  const tool = page.getByRole("radio", { name: "Rectangle" });
  await expect(tool).toBeVisible();
  await expect(async () => {
    await page.keyboard.press("r");
    await expect(tool).toBeChecked({ timeout: 300 });
  }).toPass();
  await page.keyboard.press("v");
}

/** With the mouse, in the middle of the board. */
async function drawRectangle(page: Page, [x, y]: [number, number] = [600, 420]): Promise<void> {
  await page.keyboard.press("r");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 160, y + 90, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText("Unsaved changes")).toBeAttached();
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
}

test("a new drawing is drawn with the mouse, saved, and there after a reload", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  const file = path.join(root.dir, "plan.excalidraw");
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "New drawing" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("plan");
  await page.getByRole("button", { name: "Create" }).click();
  await expectReady(page);
  expect(readFileSync(file, "utf8")).toBe("");
  await expect(saveButton(page)).toBeDisabled();

  await drawRectangle(page);
  await save(page);
  expect(read(file)).toMatchObject({ type: "excalidraw", elements: [{ type: "rectangle", width: 160, height: 90 }] });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "plan.excalidraw" })).toBeVisible();

  await page.reload();
  await expectReady(page);
  await page.keyboard.press("Control+a");
  await expect(page.getByText("Stroke", { exact: true })).toBeVisible();
  await page.keyboard.press("Delete");
  await expect(page.getByText("Unsaved changes")).toBeAttached();
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("saving keeps pictures and what other programs put in the file, and runs nothing of it", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const frame = { type: "iframe", id: "frame", x: 300, y: 0, width: 90, height: 90 };
  const html = "<script>parent.document.title = 'taken'</script><img src='https://example.org/a.png'>";
  const root = tempRoot({
    "a.excalidraw": drawing({
      own: { deep: 1 },
      source: "elsewhere",
      elements: [
        rectangle,
        { type: "image", id: "picture", x: 0, y: 150, width: 50, height: 50, fileId: "f1", status: "saved" },
        { type: "image", id: "tracker", x: 80, y: 150, width: 50, height: 50, fileId: "f2", status: "saved" },
        { ...frame, customData: { generationData: { status: "done", html } } },
        {
          type: "embeddable",
          id: "film",
          x: 300,
          y: 150,
          width: 90,
          height: 90,
          link: "https://www.youtube.com/embed/x",
        },
        { type: "hologram", id: "later", x: 0, y: 0 },
      ],
      files: {
        f1: { id: "f1", mimeType: "image/png", dataURL: pixel, created: 1 },
        f2: { id: "f2", mimeType: "image/png", dataURL: "https://example.org/b.png", created: 1 },
      },
    }),
  });
  const file = path.join(root.dir, "a.excalidraw");
  await login();
  await openDrawing(page, `${server.url}/browse/${root.path}`, "a.excalidraw");
  await drawRectangle(page, [1100, 700]);
  expect(page.frames()).toHaveLength(1);
  await save(page);
  const saved = read(file);
  expect(saved).toMatchObject({ own: { deep: 1 }, source: "elsewhere" });
  expect(saved.elements.map(({ type }) => type)).toEqual([
    "rectangle",
    "image",
    "image",
    "iframe",
    "embeddable",
    "rectangle",
    "hologram",
  ]);
  expect(saved.elements[3]).toMatchObject({ customData: { generationData: { html } } });
  expect(saved.files).toMatchObject({ f1: { dataURL: pixel }, f2: { dataURL: "https://example.org/b.png" } });
});

test("who may only read looks at a drawing and cannot change it", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.excalidraw": drawing() });
  const file = path.join(root.dir, "a.excalidraw");
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${root.path}?open=a.excalidraw`);
  await expect(page.getByText("Read-only")).toBeVisible();
  await expect(page.getByRole("button", { name: "Exit view mode" }).or(page.getByLabel("Zoom in"))).toBeVisible();
  await expect(saveButton(page)).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Rectangle" })).toHaveCount(0);
  await page.keyboard.press("r");
  await page.mouse.move(500, 400);
  await page.mouse.down();
  await page.mouse.move(700, 500, { steps: 5 });
  await page.mouse.up();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect(readFileSync(file, "utf8")).toBe(drawing());
});

test("when the file has changed meanwhile, the user says which version stays", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/412/);
  const root = tempRoot({ "a.excalidraw": drawing() });
  const file = path.join(root.dir, "a.excalidraw");
  const theirs = drawing({ elements: [{ ...rectangle, type: "ellipse" }] });
  const question = page.getByRole("dialog", { name: /Someone else changed/ });
  await login();
  await openDrawing(page, `${server.url}/browse/${root.path}`, "a.excalidraw");
  await drawRectangle(page, [900, 620]);
  writeFileSync(file, theirs);
  await page.keyboard.press("Control+s");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toHaveCount(0);
  expect(readFileSync(file, "utf8")).toBe(theirs);
  await expect(page.getByText("Unsaved changes")).toBeAttached();

  await saveButton(page).click();
  await question.getByRole("button", { name: "Save yours" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect(read(file).elements.map(({ type }) => type)).toEqual(["rectangle", "rectangle"]);

  await page.mouse.click(700, 760);
  await drawRectangle(page, [900, 300]);
  writeFileSync(file, theirs);
  await expect(page.getByText("changed on disk while")).toBeVisible();
  await page.getByRole("button", { name: "Choose a version" }).click();
  await question.getByRole("button", { name: "Use version on disk" }).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Unsaved changes")).toBeAttached();
  await saveButton(page).click();
  await expect(page.getByText("Unsaved changes")).toHaveCount(0);
  expect(read(file).elements.map(({ type }) => type)).toEqual(["rectangle", "rectangle", "rectangle"]);
});

test("leaving unsaved changes asks, a reload offers them again", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ "a.draw": "" });
  await login();
  await openDrawing(page, `${server.url}/browse/${root.path}`, "a.draw");
  await drawRectangle(page);
  await page.getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  page.once("dialog", (dialog) => void dialog.accept()); // the browser's own question before it reloads
  await page.reload();
  await expect(page.getByText("were found on this device")).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await saveButton(page).click();
  await expect.poll(() => readFileSync(path.join(root.dir, "a.draw"), "utf8")).toContain('"rectangle"');
});

test("what is no drawing is said so and opens as text, as any drawing does", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "bad.draw": '{"type":"excali', "good.excalidraw": drawing() });
  await login();
  await page.goto(`${server.url}/browse/${root.path}?open=bad.draw`);
  await expect(page.getByText("isn’t a drawing, or it’s damaged")).toBeVisible();
  await page.getByRole("button", { name: "Open as text" }).click();
  await expect(page.getByRole("textbox", { name: "bad.draw" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: /good\.excalidraw/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open as text" }).click();
  await expect(page.getByRole("textbox", { name: "good.excalidraw" })).toBeFocused();
  expect(readFileSync(path.join(root.dir, "bad.draw"), "utf8")).toBe('{"type":"excali');
});

test("pictures and vector graphics are exported under the page's own policy", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  // The browser's file picker cannot be answered here; without it, as in an embedded page, the files come as downloads.
  await page.addInitScript(() => Reflect.deleteProperty(window, "showOpenFilePicker"));
  const text = {
    type: "text",
    id: "t",
    x: 20,
    y: 30,
    width: 90,
    height: 25,
    text: "Plan",
    fontSize: 20,
    fontFamily: 5,
  };
  const root = tempRoot({ "plan.excalidraw": drawing({ elements: [rectangle, text] }) });
  await login();
  await openDrawing(page, `${server.url}/browse/${root.path}`, "plan.excalidraw");
  await page.keyboard.press("Control+Shift+e");
  for (const [name, start] of [
    ["PNG", "\u0089PNG"],
    ["SVG", "<svg"],
  ] as const) {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: `Export to ${name}` }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^plan.*\\.${name.toLowerCase()}$`));
    const content = readFileSync(await download.path(), "latin1");
    expect(content.startsWith(start)).toBe(true);
    // The font comes along.
    if (name === "SVG") expect(content).toMatch(/@font-face[^}]*data:font\/woff2/);
  }
});

test("under a base path the board and its fonts come from there", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: .*\/a\/b\//); // of the other server, see below
  const other = await startFiledeck({ basePath: "/a/b" });
  try {
    writeFileSync(path.join(other.filesDir, "a.excalidraw"), "");
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await enter(page, other, await signIn(other));
    const font = page.waitForResponse((response) => response.url().includes("/fonts/Excalifont/"));
    await openDrawing(page, `${other.url}/browse/files`, "a.excalidraw");
    await page.keyboard.press("t");
    await page.mouse.click(600, 420);
    await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
    await page.keyboard.type("Plan");
    expect((await font).status()).toBe(200);
    await save(page);
    expect(read(path.join(other.filesDir, "a.excalidraw")).elements).toMatchObject([{ type: "text", text: "Plan" }]);
    const outside = asked.filter((url) => !url.startsWith(`${other.url}/`) && !/^(?:data|blob):/.test(url));
    expect(outside).toEqual([]);
    await page.close();
  } finally {
    await other.remove();
  }
});
