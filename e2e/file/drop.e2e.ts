import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });
const crumbs = (page: Page) => page.getByRole("navigation", { name: "Folder path" });
const uploads = (page: Page) => page.getByRole("region", { name: "Uploads", exact: true });

/** Files and folders of this computer let go over an element, as the system would deliver them. */
async function dropFiles(page: Page, target: Locator, files: readonly string[]): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error("no target");
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await devtools.send("Input.dispatchDragEvent", { type, x: box.x + box.width / 2, y: box.y + box.height / 2, data });
  }
}

test("with Ctrl a drag copies; the selection goes together; a breadcrumb takes it, too", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ into: {}, "a.txt": "a", "b.txt": "b", "c.txt": "c" });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await rowOf(page, /b\.txt/).click({ modifiers: ["Control"] });
  await rowOf(page, /b\.txt/).hover();
  await page.mouse.down();
  await page.keyboard.down("Control");
  await rowOf(page, /into/).hover();
  await rowOf(page, /into/).hover({ position: { x: 90, y: 12 } });
  await page.mouse.up();
  await page.keyboard.up("Control");
  await expect.poll(() => readdirSync(path.join(root.dir, "into")).sort()).toEqual(["a.txt", "b.txt"]);
  expect(readdirSync(root.dir)).toHaveLength(4);

  await rowOf(page, /into/).dblclick();
  await expect(rowOf(page, /c\.txt/)).toHaveCount(0);
  writeFileSync(path.join(root.dir, "into", "up.txt"), "up");
  await rowOf(page, /up\.txt/).dragTo(crumbs(page).getByRole("link").nth(-2));
  await expect.poll(() => readdirSync(root.dir)).toContain("up.txt");
  await expect(rowOf(page, /up\.txt/)).toHaveCount(0);
});

test("a place in the navigation takes entries and files of the computer; a drag shows what and how many", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "a", "b.txt": "b", "c.txt": "c" });
  const other = path.join(server.workDir, `up-${path.basename(root.dir)}.txt`);
  writeFileSync(other, "up");
  await login();
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(globalThis, { shownDrags: shown });
    DataTransfer.prototype.setDragImage = (element) => void shown.push(element.textContent ?? ""); // the original is of no interest
  });
  await page.goto(`${server.url}/browse/${root.path}`);
  const place = page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name: "Files", exact: true });
  await rowOf(page, /a\.txt/).click();
  await rowOf(page, /b\.txt/).click({ modifiers: ["Control"] });
  await rowOf(page, /b\.txt/).dragTo(place);
  await expect.poll(() => readdirSync(root.dir)).toEqual(["c.txt"]);
  expect(readdirSync(server.filesDir)).toEqual(expect.arrayContaining(["a.txt", "b.txt"]));
  // The row of the third comes up to where theirs were.
  await expect(rowOf(page, /[ab]\.txt/)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, "shownDrags"))).toEqual(["b.txt2"]);

  await rowOf(page, /c\.txt/).hover();
  await page.mouse.down();
  await page.keyboard.down("Control");
  await place.hover();
  await place.hover({ position: { x: 30, y: 8 } });
  await page.mouse.up();
  await page.keyboard.up("Control");
  await expect.poll(() => readdirSync(server.filesDir)).toContain("c.txt");
  expect(readdirSync(root.dir)).toEqual(["c.txt"]);

  await dropFiles(page, place, [other]);
  await expect.poll(() => readdirSync(server.filesDir)).toContain(path.basename(other));
});

test("an entry dropped where it is, or onto itself, stays", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot({ one: { "x.txt": "x" }, two: {} });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /^one/).dragTo(rowOf(page, /^one/));
  await rowOf(page, /^one/).dragTo(page.getByRole("grid"), { targetPosition: { x: 400, y: 500 } });
  await rowOf(page, /^one/).dragTo(rowOf(page, /^two/));
  await expect.poll(() => readdirSync(path.join(root.dir, "two"))).toEqual(["one"]);
  expect(readdirSync(root.dir)).toEqual(["two"]);
});

test("whole folders are dropped: hundreds of files in one, deep ones and empty ones", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ into: {} });
  const source = path.join(tempRoot().dir, "album ü");
  const many = path.join(source, "many");
  for (const folder of [many, path.join(source, "empty/er"), path.join(source, "deep/er")])
    mkdirSync(folder, { recursive: true });
  for (let index = 0; index < 230; index++) writeFileSync(path.join(many, `f${index}.txt`), `content ${index}`);
  writeFileSync(path.join(source, "deep/er/x.txt"), "deep");
  const loose = path.join(path.dirname(source), "loose.txt");
  writeFileSync(loose, "loose");
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await dropFiles(page, rowOf(page, /into/), [source, loose]);
  await expect(uploads(page)).toContainText("232 files uploaded");
  const got = path.join(root.dir, "into/album ü");
  expect(readdirSync(path.join(got, "many"))).toHaveLength(230);
  expect(readFileSync(path.join(got, "many/f229.txt"), "utf8")).toBe("content 229");
  expect(readFileSync(path.join(got, "deep/er/x.txt"), "utf8")).toBe("deep");
  expect(readFileSync(path.join(root.dir, "into/loose.txt"), "utf8")).toBe("loose");
  await expect.poll(() => readdirSync(path.join(got, "empty"))).toEqual(["er"]);

  await dropFiles(page, crumbs(page).getByRole("link").last(), [loose]);
  await expect(rowOf(page, /loose\.txt/)).toBeVisible();
});

test("one answer settles all names that are taken", async ({ page, login, server, tempRoot }) => {
  const taken = { "a.txt": "old", "b.txt": "old", "c.txt": "old" };
  const root = tempRoot(taken);
  const source = tempRoot({ "a.txt": "new", "b.txt": "new", "c.txt": "new", "d.txt": "new" }).dir;
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /c\.txt/).waitFor();
  const files = readdirSync(source).map((name) => path.join(source, name));
  const grid = page.getByRole("grid");
  await dropFiles(page, grid, files);
  const dialog = page.getByRole("dialog", { name: "3 names are already taken" });
  await expect(dialog.getByRole("checkbox", { name: "Apply to 2 more items" })).toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  expect(readdirSync(root.dir)).toHaveLength(3);

  await dropFiles(page, grid, files);
  await dialog.getByRole("checkbox").uncheck();
  await dialog.getByRole("radio", { name: "Replace" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  const rest = page.getByRole("dialog", { name: "2 names are already taken" });
  await rest.getByRole("checkbox", { name: "Apply to 1 more item" }).check();
  await rest.getByRole("radio", { name: "Keep both" }).check();
  await rest.getByRole("button", { name: "Continue" }).click();
  await expect(uploads(page)).toContainText("4 files uploaded");
  expect(readdirSync(root.dir).sort()).toEqual(["a.txt", "b (2).txt", "b.txt", "c (2).txt", "c.txt", "d.txt"]);
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("new");
  expect(readFileSync(path.join(root.dir, "b.txt"), "utf8")).toBe("old");
});

test("a picture from the clipboard is uploaded with Ctrl+V", async ({ page, context, login, server, tempRoot }) => {
  const root = tempRoot({ "there.txt": "x" });
  await login();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /there/).click();
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(3, 2);
    canvas.getContext("2d")?.fillRect(0, 0, 3, 2);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  });
  await page.keyboard.press("Control+v");
  await expect(rowOf(page, /image\.png/)).toBeVisible();
  expect(readFileSync(path.join(root.dir, "image.png")).subarray(1, 4).toString()).toBe("PNG");
});
