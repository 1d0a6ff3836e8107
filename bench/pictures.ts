// The pictures of docs/user.md: node --import tsx bench/pictures.ts FOLDER   (FOLDER: files to show; needs a build and Chromium)
import { cpSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";

const source = process.argv[2];
if (source === undefined) throw new Error("usage: node --import tsx bench/pictures.ts FOLDER");
const server = await startFiledeck();
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const name of ["Photos", "Documents", "Archives", "Code", "Music"])
    cpSync(path.join(source, name), path.join(server.filesDir, name), { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1000, height: 560 }, locale: "en-US" });
  await enter(page, server, await signIn(server));
  const take = async (name: string) => {
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: path.join("docs/images", `${name}.png`) });
  };

  await page.goto(`${server.url}/browse/files/Documents`);
  await page.getByRole("grid").waitFor();
  await take("list");

  await page.goto(`${server.url}/browse/files?q=a&in=text`);
  await page.getByRole("grid").waitFor();
  await take("search");

  await page.goto(`${server.url}/browse/files`);
  await page.getByRole("row", { name: /Photos/ }).click({ button: "right" });
  await take("menu");
  await page.getByRole("menuitem", { name: "Share…" }).click();
  await page.getByRole("dialog").waitFor();
  await take("share");
  await page.keyboard.press("Escape");

  await page.goto(`${server.url}/account`);
  await page.getByRole("heading", { name: "Active sessions" }).waitFor();
  await take("account");
} finally {
  await browser.close();
  await server.remove();
}
