import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { plant } from "../support/server-test";
import { rootUser } from "../support/start-filedeck";

type Walk = { url: string; filesDir: string };

/** Everything the browser asks for, sockets and workers included, and what it complains about. */
export function watch(page: Page): { urls: string[]; problems: string[] } {
  const seen = { urls: new Array<string>(), problems: new Array<string>() };
  page.on("request", (request) => seen.urls.push(request.url()));
  page.on("websocket", (socket) => {
    seen.urls.push(socket.url().replace(/^ws/, "http"));
    socket.on("socketerror", (error) => seen.problems.push(`socket: ${error}`));
  });
  page.on("worker", (worker) => seen.urls.push(worker.url()));
  page.on("console", (message) => {
    if (message.type() === "error") seen.problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => seen.problems.push(error.message));
  page.on("requestfailed", (request) => {
    // A page that is left takes its requests with it; a download leaves the page's network.
    if (request.failure()?.errorText !== "net::ERR_ABORTED") seen.problems.push(`failed: ${request.url()}`);
  });
  return seen;
}

/** Sign-in, navigation, hard reload, live changes, an upload, a download: each needs the base path in another place. */
export async function walk(page: Page, { url, filesDir }: Walk): Promise<void> {
  plant(filesDir, { docs: { "read me.txt": "text of the file", deep: { "x.txt": "x" } } });
  await page.goto(`${url}/`);
  await page.getByLabel("User name").fill(rootUser.username);
  await page.getByRole("textbox", { name: "Password" }).fill(rootUser.password);
  await page.getByRole("button", { name: "Sign in" }).click();

  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await row("docs").dblclick();
  await expect(row("read me.txt")).toBeVisible();
  expect(page.url()).toBe(`${url}/files/files/docs`);
  await page.reload();
  await expect(row("read me.txt")).toBeVisible();

  writeFileSync(path.join(filesDir, "docs", "made on the disk.txt"), "new");
  await expect(row("made on the disk.txt")).toBeVisible();

  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  const big = Buffer.alloc(3_000_000, "filedeck");
  await (await chooser).setFiles({ name: "up.bin", mimeType: "application/octet-stream", buffer: big });
  await expect(row("up.bin")).toBeVisible();
  await expect.poll(() => readFileSync(path.join(filesDir, "docs", "up.bin")).length).toBe(big.length);

  const download = page.waitForEvent("download");
  await row("read me.txt").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Download" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe("text of the file");

  await page.goBack();
  await expect(row("docs")).toBeVisible();
  await page.goto(`${url}/nowhere`);
  await expect(page.getByRole("heading").first()).toBeVisible();
}
