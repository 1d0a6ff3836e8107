import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { violationsOf } from "../support/axe";
import { finishTask } from "../support/finish-task";
import { expect, test } from "../support/test";

const rowOf = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("row", { name });
const access = { permissions: ["file_read", "filecat_file_delete_cut_rename"] as const };

test("restores, elsewhere and where the name is taken, deletes for good and empties", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const root = tempRoot({ "a.txt": "a", "b.txt": "b", "c.txt": "c", "d.txt": "d", other: {} });
  const session = await login({ permissions: [...access.permissions], access: [root.dir] });
  const files = ["a", "b", "c", "d"].map((name) => `${root.path}/${name}.txt`);
  const { answer } = await call<{ taskId: string }>(server, "file/delete", { session, body: { files } });
  expect((await finishTask(server, session, answer.data.taskId)).state).toBe("done");
  writeFileSync(path.join(root.dir, "a.txt"), "new");

  await page.goto(`${server.url}/trash`);
  await expect(page.getByRole("grid", { name: "Trash" })).toContainText(root.path.replace("files/", "Files / "));
  await expect(page.getByText("4 items · 4 B")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  // The name is taken: the task asks.
  await rowOf(page, /^a\.txt/).click();
  await page.getByRole("button", { name: "Restore", exact: true }).click();
  const question = page.getByRole("dialog", { name: "This name is already taken" });
  await question.getByRole("button", { name: "Continue" }).click();
  await expect(rowOf(page, /^a\.txt/)).toHaveCount(0);
  await expect.poll(() => existsSync(path.join(root.dir, "a (2).txt"))).toBe(true);
  expect(readFileSync(path.join(root.dir, "a.txt"), "utf8")).toBe("new");

  await rowOf(page, /^b\.txt/).click();
  await page.getByRole("button", { name: "Restore to…" }).click();
  const chooser = page.getByRole("dialog", { name: "Restore to which folder?" });
  for (const name of ["Files", path.basename(root.dir), "other"]) {
    await chooser.getByRole("treeitem", { name, exact: true }).click();
    await page.keyboard.press("ArrowRight");
  }
  await expect(chooser.getByRole("treeitem", { name: "other", exact: true })).toHaveAttribute("aria-selected", "true");
  await chooser.getByRole("button", { name: "Restore" }).click();
  await expect(rowOf(page, /^b\.txt/)).toHaveCount(0);
  expect(readdirSync(path.join(root.dir, "other"))).toEqual(["b.txt"]);

  // With the keyboard alone.
  await rowOf(page, /^c\.txt/).click();
  await page.keyboard.press("Delete");
  await page
    .getByRole("dialog", { name: "Permanently delete “c.txt”?" })
    .getByRole("button", { name: "Delete permanently" })
    .click();
  await expect(rowOf(page, /^c\.txt/)).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Empty trash" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Empty trash" }).click();
  await expect(page.getByText("The trash is empty")).toBeVisible();
  expect(readdirSync(root.dir).toSorted()).toEqual(["a (2).txt", "a.txt", "other"]);
});

test("nobody sees another's, root sees everybody's, and without the right there is none", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const folder = tempRoot({ "mine.txt": "m" });
  const session = await login({ permissions: [...access.permissions], access: [folder.dir] });
  const body = { files: [`${folder.path}/mine.txt`] };
  const { answer } = await call<{ taskId: string }>(server, "file/delete", { session, body });
  await finishTask(server, session, answer.data.taskId);
  const own = await call<{ entries: { id: string }[] }>(server, "trash/list", { session });
  const ids = own.answer.data.entries.map(({ id }) => id);
  expect(ids).toHaveLength(1);

  const stranger = await login({ permissions: [...access.permissions], access: [folder.dir] });
  for (const verb of ["restore", "delete"])
    expect((await call(server, `trash/${verb}`, { session: stranger, body: { ids } })).answer.error).toBe("trash/gone");
  expect((await call(server, `undo/${answer.data.taskId}`, { session: stranger, body: {} })).status).toBe(404);
  const powerless = await login({ permissions: ["file_read"], access: [folder.dir] });
  expect((await call(server, "trash/restore", { session: powerless, body: { ids } })).status).toBe(403);
  expect((await call(server, "setting/trash", { session: powerless, body: {} })).status).toBe(403);
  await page.goto(`${server.url}/trash`);
  await expect(page.getByRole("link", { name: "Trash" })).toHaveCount(0);

  const everybody = await call<{ entries: { id: string }[] }>(server, "trash/list?all=1", { session: root });
  expect(everybody.answer.data.entries.map(({ id }) => id)).toContain(ids[0]);
  const back = await call<{ taskId: string }>(server, "trash/restore", { session: root, body: { ids } });
  expect((await finishTask(server, root, back.answer.data.taskId)).state).toBe("done");
  expect(readdirSync(folder.dir)).toEqual(["mine.txt"]);
});

test("a copy asks about a taken name while it runs, also after a reload", async ({ page, login, server, tempRoot }) => {
  const folder = tempRoot({ from: { sub: { "a.txt": "new", "b.txt": "new" } }, to: { sub: { "a.txt": "old" } } });
  const session = await login();
  const body = { files: [`${folder.path}/from/sub`], to: `${folder.path}/to`, conflict: "ask" };
  const { answer } = await call<{ taskId: string }>(server, "file/copy", { session, body });
  await page.goto(`${server.url}/browse/${folder.path}/to/sub`);
  const question = page.getByRole("dialog", { name: "This name is already taken" });
  await expect(question).toContainText("“sub” already contains an item named “a.txt”.");
  await page.keyboard.press("Escape");
  const panel = page.getByRole("region", { name: "Tasks" });
  await expect(panel).toContainText("Needs your decision: “a.txt” is already taken");
  await page.reload();
  await expect(question).toBeVisible();
  await question.getByRole("radio", { name: "Replace" }).check();
  await question.getByRole("button", { name: "Continue" }).click();
  await expect(question).toHaveCount(0);
  expect((await finishTask(server, session, answer.data.taskId)).state).toBe("done");
  expect(readFileSync(path.join(folder.dir, "to/sub/a.txt"), "utf8")).toBe("new");
  await expect(panel).toHaveCount(0);
});
