import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });

/** What the middle button sends on Linux: the event of a paste without its key. */
async function pasteWithoutKey(target: Locator): Promise<void> {
  await target.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "marked text");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
}

test("the middle button pastes nothing, wherever it is pressed; Ctrl+V does", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "a", into: {} });
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await rowOf(page, /a\.txt/).click();
  await page.keyboard.press("Control+x");
  await rowOf(page, /into/).dblclick();
  await page.getByText("This folder is empty").waitFor();
  const main = page.getByRole("main");
  await main.click({ button: "middle", position: { x: 300, y: 400 } });
  await pasteWithoutKey(main);
  await pasteWithoutKey(page.locator("body"));
  // A key that was followed by a press of the pointer is over.
  await page.evaluate(() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "v", ctrlKey: true })));
  await main.click({ button: "middle", position: { x: 300, y: 400 } });
  await pasteWithoutKey(main);
  await page.getByRole("navigation", { name: "Folder path" }).getByRole("link").nth(-2).click();
  await rowOf(page, /into/).click({ button: "middle" });
  await pasteWithoutKey(rowOf(page, /into/));
  await expect(page.getByRole("tab")).toHaveCount(2);
  await pasteWithoutKey(page.getByRole("tab").first());
  expect(readdirSync(root.dir).sort()).toEqual(["a.txt", "into"]);

  await rowOf(page, /into/).dblclick();
  await page.getByText("This folder is empty").waitFor();
  await page.keyboard.press("Control+v");
  await expect.poll(() => existsSync(path.join(root.dir, "into/a.txt"))).toBe(true);
  // Everything before had its chance: nothing arrived twice.
  expect(readdirSync(root.dir)).toEqual(["into"]);
  expect(readdirSync(path.join(root.dir, "into"))).toEqual(["a.txt"]);
});

test("a file that is let go beside every target leaves the page as it is", async ({ page, login, server }) => {
  const file = path.join(server.workDir, "stray.txt");
  writeFileSync(file, "stray");
  await login();
  await page.goto(`${server.url}/settings`);
  await page.getByRole("main").getByRole("heading").first().waitFor();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await devtools.send("Input.dispatchDragEvent", { type, x: 700, y: 300, data });
  const canceled = await page.getByRole("main").evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["stray"], "stray.txt"));
    return !element.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  });
  expect(canceled).toBe(true);
  expect(page.url()).toBe(`${server.url}/settings`);
  expect(await page.evaluate(() => Reflect.get(globalThis, "isSamePage"))).toBe(true);
});
