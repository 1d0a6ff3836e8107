import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { UploadSetting } from "@/lib/contracts/upload";
import { call } from "../support/api-client";
import { chooseUpload } from "../support/choose-upload";
import { expect, test } from "../support/test";

test("limits are set on the screen, and hold for what is dropped", async ({ page, login, server, root, tempRoot }) => {
  const before = (await call<UploadSetting>(server, "setting/upload", { session: root })).answer.data;
  await login();
  await page.goto(`${server.url}/settings`);
  const form = page.getByRole("form", { name: "Uploads" });
  const files = form.getByRole("textbox", { name: /Maximum files per folder upload/ });
  await files.fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(
    form.getByText("Enter a number from 1 to 1000000").or(form.getByText("Enter a number from 1 to 1,000,000")),
  ).toBeVisible();
  await files.fill("3");
  await form.getByRole("textbox", { name: "Name to skip" }).fill("node_*");
  await form.getByRole("button", { name: "Add" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  const stored = (await call<UploadSetting>(server, "setting/upload", { session: root })).answer.data;
  expect([stored.dirUploadMaxNum, stored.ignore.at(-1)]).toEqual([3, "node_*"]);
  try {
    const target = tempRoot();
    await page.goto(`${server.url}/browse/${target.path}`);
    await page.getByText("This folder is empty").waitFor();
    const source = tempRoot({ app: { node_modules: { "x.js": "1", "y.js": "2" }, "a.ts": "a", src: { "b.ts": "b" } } });
    await chooseUpload(page, path.join(source.dir, "app"), "folder");
    await expect(page.getByRole("region", { name: "Uploads" })).toContainText("2 files uploaded");
    expect(readFileSync(path.join(target.dir, "app/src/b.ts"), "utf8")).toBe("b");
    expect(existsSync(path.join(target.dir, "app/node_modules"))).toBe(false);
    const large = tempRoot({ many: { a: "1", b: "2", c: "3", d: "4" } });
    await chooseUpload(page, path.join(large.dir, "many"), "folder");
    await page.getByRole("button", { name: /^Notifications, \d+ new/ }).click();
    await expect(page.getByRole("region", { name: "Notifications" })).toContainText("Too many at once (3 max)");
    expect(readdirSync(target.dir)).toEqual(["app"]);
  } finally {
    await call(server, "setting/upload", { session: root, body: before });
  }
});

test("who may upload reads the limits; only who may set them sets them", async ({ page, login, server }) => {
  const write = "filecat_file_context_update_upload_created_copy_decompression";
  const session = await login({ permissions: ["file_read", write] });
  const read = await call<UploadSetting>(server, "setting/upload", { session });
  expect(read.status).toBe(200);
  expect((await call(server, "setting/upload", { session, body: read.answer.data })).status).toBe(403);
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("form", { name: "Uploads" })).toHaveCount(0);
});
