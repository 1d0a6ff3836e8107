import { randomBytes } from "node:crypto";
import { statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { signIn } from "../support/api-client";
import { chooseUpload } from "../support/choose-upload";
import { enter, expect, test } from "../support/test";

const elsewhere = (page: Page) => page.getByRole("region", { name: "Uploading from another tab or device" });
const bar = (page: Page) => page.getByRole("progressbar", { name: "film.bin" });
const percentOf = async (page: Page) => Number(await bar(page).getAttribute("aria-valuenow"));

test("a phone of the same user and an administrator see an upload move, pause and end", async ({
  page,
  browser,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot();
  const sizeBytes = 40 * 1024 * 1024;
  const file = path.join(tempRoot().dir, "film.bin");
  writeFileSync(file, randomBytes(sizeBytes));
  const session = await login({
    permissions: [
      "filecat_file_context_update_upload_created_copy_decompression",
      "filecat_file_delete_cut_rename",
      "file_read",
    ],
  });
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage();
  const office = await (await browser.newContext()).newPage();
  try {
    await enter(phone, server, session);
    await enter(office, server, await signIn(server));
    await phone.goto(`${server.url}/browse/${root.path}`);
    await office.goto(`${server.url}/tasks`);
    await page.goto(`${server.url}/browse/${root.path}`);
    await page.getByText("This folder is empty").waitFor();
    const devtools = await page.context().newCDPSession(page);
    const limitSpeed = (uploadThroughput: number) =>
      devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await limitSpeed(2_000_000);
    await chooseUpload(page, file);

    await expect(elsewhere(phone)).toContainText(/% · [\d.]+ MB of 40\.00 MB/);
    const before = await percentOf(phone);
    await expect.poll(() => percentOf(phone)).toBeGreaterThan(before);
    const everybody = office.getByRole("region", { name: "Uploads in progress" });
    await expect(everybody).toContainText(/film\.bin.*of 40\.00 MB/s);
    await expect(everybody).toContainText(`by ${session.username}`);
    // It is somebody else's: no panel follows the administrator about.
    await expect(elsewhere(office)).toHaveCount(0);
    await expect(elsewhere(page)).toHaveCount(0);

    const own = page.getByRole("region", { name: "Uploads" });
    await own.getByRole("button", { name: "Pause film.bin" }).click();
    await expect(elsewhere(phone)).toContainText("Paused");
    const paused = await percentOf(phone);
    await own.getByRole("button", { name: "Resume film.bin" }).click();
    await expect.poll(() => percentOf(phone)).toBeGreaterThan(paused);
    await limitSpeed(-1);
    await expect(elsewhere(phone)).toHaveCount(0);
    await expect(everybody).toHaveCount(0);
    await expect.poll(() => statSync(path.join(root.dir, "film.bin")).size).toBe(sizeBytes);
  } finally {
    for (const one of [phone, office]) await one.context().close();
  }
});
