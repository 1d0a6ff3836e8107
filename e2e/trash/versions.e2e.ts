import { readFileSync } from "node:fs";
import path from "node:path";
import { violationsOf } from "../support/axe";
import { dav, makeAppPassword, turnDav } from "../support/dav-client";
import { expect, test } from "../support/test";

test("what WebDAV writes over is offered as an earlier version, to take along and to restore", async ({
  page,
  login,
  server,
  root: owner,
  tempRoot,
}) => {
  const root = tempRoot({ "notes.txt": "first draft" });
  await turnDav(server, owner, true);
  const session = await login({
    permissions: ["file_read", "filecat_file_context_update_upload_created_copy_decompression", "webdav"],
    access: [root.dir],
  });
  const as = await makeAppPassword(server, session);
  expect((await dav(server, "PUT", `${root.path}/notes.txt`, { as, body: "all gone" })).status).toBe(204);
  expect((await dav(server, "PATCH", `${root.path}/notes.txt`, { as, body: "!", headers: patch })).status).toBe(204);

  await page.goto(`${server.url}/browse/${root.path}`);
  await page
    .getByRole("grid")
    .getByRole("row", { name: /notes\.txt/ })
    .click({ button: "right" });
  await page.getByRole("menuitem", { name: "Earlier versions…" }).click();
  const dialog = page.getByRole("dialog", { name: "Earlier versions of “notes.txt”" });
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: /^Open/ }).click();
  const viewer = page.getByRole("dialog", { name: "notes.txt", exact: true });
  await expect(viewer.getByText("first draft")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("listitem")).toHaveCount(1);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: /^Download/ }).click();
  const taken = await download;
  expect([taken.suggestedFilename(), readFileSync(await taken.path(), "utf8")]).toEqual(["notes.txt", "first draft"]);
  await dialog.getByRole("button", { name: /^Restore/ }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(2);
  expect(readFileSync(path.join(root.dir, "notes.txt"), "utf8")).toBe("first draft");
});

const patch = { "x-update-range": "append", "content-type": "application/x-sabredav-partialupdate" };
