import { readFileSync } from "node:fs";
import path from "node:path";
import { call } from "../support/api-client";
import { dav } from "../support/dav-client";
import { expect, test } from "../support/test";

test("WebDAV is turned on in the settings; a password is made, used, seen at work and revoked on the account page", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  await call(server, "dav/setting", { session: root, body: { on: false } });
  const session = await login({
    permissions: [
      "file_read",
      "webdav",
      "webdav_setting",
      "audit_read",
      "filecat_file_context_update_upload_created_copy_decompression",
    ],
  });
  const { dir, path: folder } = tempRoot({});
  await page.goto("account");
  await expect(page.getByText("WebDAV is turned off on this server.")).toBeVisible();

  await page.goto("settings");
  await page.getByRole("switch", { name: "Turn on WebDAV" }).click();
  await expect(page.getByText(`${server.url}/dav/`, { exact: true })).toBeVisible();

  await page.goto("account");
  const section = page.getByRole("region", { name: "WebDAV passwords" });
  await expect(section.getByText(`${server.url}/dav/`, { exact: true })).toBeVisible();
  const make = async (name: string, isReadOnly: boolean) => {
    await section.getByRole("button", { name: "Create password" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Create password" }).click();
    await expect(dialog.getByText("Cannot be empty")).toBeVisible();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Access to").selectOption("Only Files");
    if (isReadOnly) await dialog.getByRole("switch", { name: "Read-only" }).click();
    await dialog.getByRole("button", { name: "Create password" }).click();
    await expect(dialog.getByText("You won’t be able to see it again.")).toBeVisible();
    const secret = await dialog.getByRole("code").last().innerText();
    await dialog.getByRole("button", { name: "Done" }).click();
    return { username: session.username, password: secret };
  };
  const writer = await make("Laptop", false);
  const reader = await make("Backup", true);
  await expect(section.getByRole("listitem").filter({ hasText: "Backup" })).toContainText("Read-only");

  await page.goto(`browse/${folder}`);
  await expect(page.getByText("This folder is empty")).toBeVisible();
  const put = { as: writer, body: "by a program", headers: { "x-oc-mtime": "1600000000" } };
  expect((await dav(server, "PUT", `${folder}/from-a-program.txt`, put)).status).toBe(201);
  await expect(page.getByText("from-a-program.txt")).toBeVisible();
  expect(readFileSync(path.join(dir, "from-a-program.txt"), "utf8")).toBe("by a program");
  expect((await dav(server, "PUT", `${folder}/no.txt`, { as: reader, body: "x" })).status).toBe(403);

  await page.goto("audit");
  await expect(page.getByText("Write file via WebDAV").first()).toBeVisible();

  await page.goto("account");
  const item = section.getByRole("listitem").filter({ hasText: "Laptop" });
  await expect(item).toContainText("Only Files");
  await expect(item).toContainText("Last used");
  await item.getByRole("button", { name: "Revoke Laptop" }).click();
  await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Revoke" }).click();
  await expect(item).toHaveCount(0);
  expect((await dav(server, "GET", `${folder}/from-a-program.txt`, { as: writer })).status).toBe(401);
  expect((await dav(server, "GET", `${folder}/from-a-program.txt`, { as: reader })).text).toBe("by a program");
});
