import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

const uploads = (page: Page) => page.getByRole("region", { name: "Uploads", exact: true });
const lines = (page: Page) => uploads(page).getByRole("listitem");

test("Upload is a menu of files and folders, which the keyboard opens", async ({ page, login, server, tempRoot }) => {
  const root = tempRoot();
  const source = tempRoot({ "one.txt": "1", "two.txt": "2" }).dir;
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  await page.getByRole("toolbar", { name: "Folder tools" }).getByRole("button", { name: "Upload" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem")).toHaveText(["Upload files", "Upload folder"]);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(["one.txt", "two.txt"].map((name) => path.join(source, name)));
  await expect(uploads(page)).toContainText("2 files uploaded");
});

test("a folder is one line, which is canceled as a whole; what goes on is first", async ({
  page,
  context,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  const source = tempRoot({ box: { in: {} }, "small.txt": "small" }).dir;
  for (const name of ["one.bin", "two.bin", "in/three.bin"])
    writeFileSync(path.join(source, "box", name), Buffer.alloc(20_000_000, 1));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  await chooseUpload(page, [path.join(source, "small.txt")]);
  await expect(uploads(page)).toContainText("1 file uploaded");
  await page.getByRole("row", { name: /small\.txt/ }).waitFor();
  const devtools = await context.newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 300_000 };
  await devtools.send("Network.emulateNetworkConditions", slow);
  await chooseUpload(page, path.join(source, "box"), "folder");
  await expect(uploads(page)).toContainText("Uploading 3 files");
  // The finished file has gone behind the folder that came after it.
  await expect(lines(page)).toHaveText([/box.*0 of 3 files/, /small\.txt.*Done/]);
  await uploads(page).getByRole("button", { name: "Pause box" }).click();
  await expect(uploads(page)).toContainText("3 uploads paused");
  await uploads(page).getByRole("button", { name: "Resume box" }).click();
  await expect(uploads(page)).toContainText("Uploading 3 files");
  await uploads(page).getByRole("button", { name: "Cancel box" }).click();
  await expect(lines(page).filter({ hasText: "box" })).toHaveText(/Canceled/);
  await expect
    .poll(() => readdirSync(root.dir, { recursive: true }).filter((name) => name.toString().endsWith(".bin")))
    .toEqual([]);
});

test("a folder of hundreds of files is one line and says how many arrived", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  const many = Object.fromEntries(Array.from({ length: 600 }, (_, index) => [`f${index}.txt`, String(index)]));
  const source = tempRoot({ box: many, "a.txt": "a" }).dir;
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  await chooseUpload(page, path.join(source, "box"), "folder");
  await expect(uploads(page)).toContainText("600 files uploaded");
  await uploads(page).getByRole("button", { name: "Show uploads" }).click();
  await expect(lines(page)).toHaveText([/box.*600 of 600 files/]);
  expect(readdirSync(path.join(root.dir, "box"))).toHaveLength(600);
});
