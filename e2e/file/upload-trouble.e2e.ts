import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

const uploads = (page: Page) => page.getByRole("region", { name: "Uploads", exact: true });

test("an upload under way is cancelled, alone or with all others, and leaves nothing", async ({
  page,
  context,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  const source = tempRoot().dir;
  const files = ["one.bin", "two.bin", "three.bin"].map((name) => path.join(source, name));
  for (const file of files) writeFileSync(file, Buffer.alloc(20_000_000, 1));
  await login();
  await page.goto(`${server.url}/browse/${root.path}`);
  await page.getByText("This folder is empty").waitFor();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 300_000,
  });
  await chooseUpload(page, files);
  await expect(uploads(page)).toContainText("Uploading 3 files");
  await expect(uploads(page)).toContainText(/ of 19\.07 MB/);
  await uploads(page).getByRole("button", { name: "Cancel one.bin" }).click();
  await expect(uploads(page)).toContainText("Uploading 2 files");
  await expect(uploads(page).getByRole("listitem").filter({ hasText: "one.bin" })).toContainText("Canceled");
  await uploads(page).getByRole("button", { name: "Cancel all" }).click();
  await expect(uploads(page).getByRole("listitem").filter({ hasText: "Canceled" })).toHaveCount(3);
  await expect.poll(() => readdirSync(root.dir)).toEqual([]);
});

test("an upload that found no room is tried again with a click", async ({
  page,
  login,
  server,
  tempRoot,
  expectConsole,
}) => {
  const full = tryTmpfs("8m");
  test.skip("reason" in full, "reason" in full ? full.reason : "");
  if ("reason" in full) return;
  expectConsole(/507/);
  const root = tempRoot({ to: {} });
  const to = path.join(root.dir, "to");
  const source = path.join(tempRoot().dir, "six.bin");
  writeFileSync(source, Buffer.alloc(6_000_000, 1));
  full.run("mount", "--bind", full.path, to);
  try {
    writeFileSync(path.join(to, "filler"), Buffer.alloc(5_000_000));
    await login();
    await page.goto(`${server.url}/browse/${root.path}/to`);
    await page.getByRole("row", { name: /filler/ }).waitFor();
    await chooseUpload(page, [source]);
    await expect(uploads(page)).toContainText("1 upload failed");
    await expect(uploads(page).getByRole("listitem")).toContainText(/full|space/i);
    expect(readdirSync(to)).toEqual(["filler"]);
    await page.getByRole("button", { name: /^Notifications, \d+ new/ }).click();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText(/Couldn’t upload.*six\.bin/);
    await page.keyboard.press("Escape");
    // Out of the way, and there again.
    const ring = page.getByRole("button", { name: "Tasks and uploads" });
    await ring.click();
    await expect(uploads(page)).toBeHidden();
    await ring.click();
    rmSync(path.join(to, "filler"));
    await uploads(page).getByRole("button", { name: "Retry six.bin" }).click();
    await expect(uploads(page)).toContainText("1 file uploaded");
    expect(statSync(path.join(to, "six.bin")).size).toBe(6_000_000);
  } finally {
    full.unmount(to);
    full.unmount();
  }
});
