import { realpathSync } from "node:fs";
import path from "node:path";
import { call, makeUser, signIn } from "../support/api-client";
import { expect, test } from "../support/test";
import { dock, endAll, openDock, shown, tabs } from "./support";

test("the list and the shell go to the same folder, whichever goes first", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  await login();
  const files = tempRoot({ shop: { "it's here": { deep: {} }, other: {} } });
  await page.goto(`${server.url}/browse/${files.path}`);
  await openDock(page);
  const follow = dock(page).getByRole("button", { name: "Follow folder" });
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  // It began there.
  await expect.poll(() => shown(page)).toContain(`/${path.basename(files.dir)}`);
  await page.getByRole("row", { name: /shop/ }).dblclick();
  await page.getByRole("row", { name: /it's here/ }).dblclick();
  await expect(tabs(page)).toHaveText(["it's here"]);
  await dock(page).getByRole("tabpanel").click();
  await page.keyboard.type("cd deep\n");
  await expect(page).toHaveURL(/here\/deep$/);
  await page.keyboard.type("cd ../../other\n");
  await expect(page).toHaveURL(/shop\/other$/);
  await expect(tabs(page)).toHaveText(["other"]);
  // A program runs: the shell stays, and nothing is typed into the program.
  await page.keyboard.type("clear; cat\n");
  await page.getByRole("navigation", { name: "Path" }).getByRole("link", { name: "shop" }).click();
  await expect(page.getByText("The shell is busy, so it didn’t change folders").first()).toBeVisible();
  expect(await shown(page)).not.toContain("cd --");
  await dock(page).getByRole("tabpanel").click();
  await page.keyboard.press("Control+C");
  await follow.click();
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  await endAll(page);
});

test("paths are inserted from the menu and by dragging, files of the computer are uploaded to where the shell is", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  await login();
  const files = tempRoot({ "a b.txt": "", "plain.txt": "" });
  await page.goto(`${server.url}/browse/${files.path}`);
  await openDock(page);
  await page.keyboard.type(`cd ${files.dir}; clear; echo `);
  await page.getByRole("row", { name: /a b\.txt/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Insert path into terminal" }).click();
  const dir = realpathSync(files.dir);
  const flat = async () => (await shown(page)).replaceAll(/\s+/g, "");
  await expect.poll(flat).toContain(`'${dir}/ab.txt'`);
  await page.getByRole("row", { name: /plain\.txt/ }).dragTo(dock(page).getByRole("tabpanel"));
  await expect.poll(flat).toContain(`'${dir}/ab.txt'${dir}/plain.txt`);
  await dock(page).getByRole("tabpanel").click();
  await page.keyboard.press("Enter");
  await expect.poll(flat).toContain(`${dir}/ab.txt${dir}/plain.txt`);
  // It tells where it is.
  await expect(tabs(page)).toHaveText([path.basename(files.dir)]);
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["dropped"], "dropped.txt"));
    return transfer;
  });
  await page.locator(".xterm-screen").dispatchEvent("drop", { dataTransfer: dropped });
  await expect(page.getByRole("row", { name: /dropped\.txt/ })).toBeVisible();
  await endAll(page);
});

test("nobody moves another's terminal, or types into it", async ({ server, root, tempRoot }) => {
  const files = tempRoot({ "a.txt": "" });
  const opened = await call(server, "terminal", { session: root, body: { cols: 80, rows: 24 } });
  const id = (opened.answer.data as { id: string }).id; // what the contract says
  const other = await signIn(server, await makeUser(server, root, { permissions: ["file_read", "terminal"] }));
  const without = await signIn(server, await makeUser(server, root, { permissions: ["file_read"] }));
  for (const [where, body] of [
    ["terminal/folder", { id, folder: files.path }],
    ["terminal/paths", { id, paths: [files.path] }],
  ] as const) {
    const refused = await call(server, where, { session: other, body });
    expect([refused.status, refused.answer.error]).toEqual([404, "terminal/gone"]);
    expect((await call(server, where, { session: without, body })).status).toBe(403);
  }
  await call(server, "terminal/end", { session: root, body: { id } });
});
