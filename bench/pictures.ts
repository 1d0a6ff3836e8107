// The pictures of README.md and docs/user.md: node --import tsx bench/pictures.ts FOLDER   (FOLDER: files to show; needs a build and Chromium)
import { cpSync, existsSync } from "node:fs";
import path from "node:path";
import { chromium, type Page } from "playwright-core";
import { browserPath } from "../e2e/support/browser-path";
import { call, signIn } from "../e2e/support/api-client";
import { finishTask } from "../e2e/support/finish-task";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";

const source = process.argv[2];
if (source === undefined) throw new Error("usage: node --import tsx bench/pictures.ts FOLDER");
const server = await startFiledeck();
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });
const folderOfPhotos = "Photos/2026 Summer";
try {
  for (const name of ["Photos", "Documents", "Archives", "Code", "Films", "Music", "README.md"])
    if (existsSync(path.join(source, name)))
      cpSync(path.join(source, name), path.join(server.filesDir, name), { recursive: true, preserveTimestamps: true });
  const session = await signIn(server);
  const open = async (width: number, height: number): Promise<Page> => {
    const page = await browser.newPage({ viewport: { width, height }, locale: "en-US" });
    await enter(page, server, session);
    return page;
  };
  const take = async (page: Page, file: string) => {
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: path.join("docs", file) });
  };

  const large = await open(1280, 760);
  await large.goto(`${server.url}/browse/files`);
  await large.getByRole("row", { name: /Documents/ }).click();
  await take(large, "screenshot.png");
  await large.close();

  const page = await open(1000, 560);
  await page.goto(`${server.url}/browse/files/Documents`);
  await page.getByRole("grid").waitFor();
  await take(page, "images/list.png");

  await page.goto(`${server.url}/browse/files/${folderOfPhotos}`);
  await page.getByRole("radio", { name: "Gallery" }).check({ force: true });
  await page.getByRole("grid").locator("img[data-fit]").nth(8).waitFor();
  await take(page, "images/gallery.png");

  await page.goto(`${server.url}/browse/files?q=contract&in=text`);
  await page.getByRole("grid").waitFor();
  await take(page, "images/search.png");

  // The menu is long.
  await page.setViewportSize({ width: 1000, height: 680 });
  await page.goto(`${server.url}/browse/files`);
  await page.getByRole("row", { name: /Photos/ }).click({ button: "right" });
  await take(page, "images/menu.png");
  await page.getByRole("menuitem", { name: "Share…" }).click();
  await page.getByRole("dialog").waitFor();
  await page.setViewportSize({ width: 1000, height: 560 });
  await take(page, "images/share.png");
  await page.keyboard.press("Escape");

  const files = ["files/Music", "files/Documents/people.csv", `files/${folderOfPhotos}/IMG_0001.jpg`];
  const begun = await call<{ taskId: string }>(server, "file/delete", { session, body: { files } });
  await finishTask(server, session, begun.answer.data.taskId);
  await page.goto(`${server.url}/trash`);
  await page.getByRole("row", { name: /Music/ }).waitFor();
  await take(page, "images/trash.png");

  await page.goto(`${server.url}/account`);
  await page.getByRole("heading", { name: "Active sessions" }).waitFor();
  await take(page, "images/account.png");
} finally {
  await browser.close();
  await server.remove();
}
