import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, signIn } from "../support/api-client";
import { finishTask } from "../support/finish-task";
import { enter, expect, test } from "../support/test";
import { startFiledeck } from "../support/start-filedeck";

/** Of somebody to whom nothing else is told: administrators hear of what other tests do. */
const permissions = [
  "file_read",
  "filecat_file_context_update_upload_created_copy_decompression",
  "filecat_file_delete_cut_rename",
] as const;

test("a task that failed while nobody looked stays in the bell until it is seen, and can be run again", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({ "a.txt": "new", "b.txt": "b", to: { "a.txt": "old" } });
  // Somebody whose bell other tests do not ring.
  const session = await login({
    permissions: ["file_read", "filecat_file_context_update_upload_created_copy_decompression"],
  });
  const body = { files: [`${folder}/a.txt`, `${folder}/b.txt`], to: `${folder}/to`, conflict: "fail" };
  const begun = await call<{ taskId: string }>(server, "file/copy", { session, body });
  await finishTask(server, session, begun.answer.data.taskId);
  await page.goto(`${server.url}/browse/${folder}`);
  const unread = page.getByRole("button", { name: /^Notifications, / });
  await expect(unread).toBeVisible();
  await page.reload();
  await unread.click();
  // Newest first; other tests have left theirs.
  const own = page
    .getByRole("region", { name: "Notifications" })
    .getByRole("listitem")
    .filter({ hasText: "Copy “a.txt”" })
    .first();
  await expect(own.getByText("Partially completed: 1 of 2.")).toBeVisible();
  await expect(own.getByRole("link", { name: "Show in folder" })).toHaveAttribute("href", new RegExp(`${folder}$`));
  await own.getByRole("link", { name: "Details" }).click();
  const detail = page.getByRole("dialog");
  await expect(detail.getByRole("listitem").filter({ hasText: /^a\.txt/ })).toBeVisible();
  rmSync(path.join(dir, "to", "a.txt"));
  rmSync(path.join(dir, "to", "b.txt"));
  await detail.getByRole("button", { name: "Run again" }).click();
  await expect.poll(() => readdirSync(path.join(dir, "to")).toSorted()).toEqual(["a.txt", "b.txt"]);
  // The bell begins it again as well.
  rmSync(path.join(dir, "to", "a.txt"));
  rmSync(path.join(dir, "to", "b.txt"));
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  await own.getByRole("button", { name: "Run again" }).click();
  await expect.poll(() => readdirSync(path.join(dir, "to")).toSorted()).toEqual(["a.txt", "b.txt"]);
  await page.reload();
  await expect(page.getByRole("link", { name: /Copy “a\.txt”/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.getByLabel("Status").selectOption("problem");
  await expect(page).toHaveURL(/state=problem/);
  await expect(page.getByText("Completed", { exact: true }).locator("visible=true")).toHaveCount(0);
});

test("what a message said stays in the status line, and goes with what was undone", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const { path: folder } = tempRoot({ "a.txt": "a", "b.txt": "b", sub: { "c.txt": "c" } });
  await login({ permissions });
  await page.goto(`${server.url}/browse/${folder}`);
  await page
    .getByRole("grid")
    .getByRole("row", { name: /a\.txt/ })
    .click();
  await page.keyboard.press("Delete");
  const said = page.getByTestId("last-said");
  await expect(said).toHaveText(/“a\.txt”/);
  await page.keyboard.press("Control+z");
  await expect(said).toHaveText(/^Undone/);
  await page.getByRole("button", { name: "Notifications", exact: true }).click();
  const list = page.getByRole("region", { name: "Notifications" });
  await expect(list.getByText(/^Undone/)).toBeVisible();
  await expect(list.getByText(/trash/)).toHaveCount(0);
  await page.keyboard.press("Escape");

  // It is of this folder, and what is said on another page is of none.
  const row = (name: RegExp) => page.getByRole("grid").getByRole("row", { name });
  await row(/sub/).dblclick();
  await expect(row(/c\.txt/)).toBeVisible();
  await expect(said).toHaveCount(0);
  await row(/c\.txt/).click();
  await page.keyboard.press("Delete");
  await expect(said).toHaveText(/“c\.txt”/);
  await page.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("row", { name: /c\.txt/ }).click();
  await page.getByRole("button", { name: "Restore" }).first().click();
  await expect(page.getByText(/^Restored/).first()).toBeAttached();
  await page.goBack();
  await expect(row(/c\.txt/)).toBeVisible();
  await expect(said).toHaveCount(0);
});

test("a stopped server is told at once, and the page recovers by itself", async ({ browser }) => {
  const first = await startFiledeck();
  const page = await (await browser.newContext()).newPage();
  try {
    writeFileSync(path.join(first.filesDir, "before.txt"), "");
    await enter(page, first, await signIn(first));
    await page.goto(`${first.url}/browse/files`);
    await expect(page.getByRole("row", { name: /before/ })).toBeVisible();
    await first.stop();
    const banner = page.getByText("Can’t reach Filedeck. Reconnecting…");
    await expect(banner).toBeVisible();
    mkdirSync(path.join(first.filesDir, "meanwhile"));
    const second = await startFiledeck({ workDir: first.workDir, env: { FILEDECK_PORT: String(first.port) } });
    try {
      await expect(banner).toHaveCount(0);
      await expect(page.getByRole("row", { name: /meanwhile/ })).toBeVisible();
    } finally {
      await second.stop();
    }
  } finally {
    await page.context().close();
    await first.remove();
  }
});
