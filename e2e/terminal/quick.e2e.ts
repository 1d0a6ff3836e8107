import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";
import { endAll, shown } from "./support";

const dialog = (page: Page) => page.getByRole("dialog");

async function add(
  page: Page,
  fields: { name: string; command?: string; way?: string; group?: string; only?: string },
) {
  await dialog(page).getByRole("button", { name: "Add command" }).click();
  await dialog(page).getByLabel("Name", { exact: true }).fill(fields.name);
  if (fields.command !== undefined) await dialog(page).getByLabel("Command", { exact: true }).fill(fields.command);
  if (fields.way !== undefined) await dialog(page).getByLabel("Run", { exact: true }).selectOption(fields.way);
  if (fields.group !== undefined) await dialog(page).getByLabel("Group").selectOption(fields.group);
  if (fields.only !== undefined) await dialog(page).getByLabel("Only for file extensions").fill(fields.only);
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByRole("button", { name: "Add command" })).toBeVisible();
}

test("quick commands are made once and run about what was chosen, in a terminal and as a task", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  await login();
  const files = tempRoot({ "it's a.txt": "one\ntwo\n", "b.jpg": "" });
  await page.goto(`${server.url}/browse/${files.path}`);
  const row = (name: RegExp) => page.getByRole("row", { name });
  const openMenuOf = async (name: RegExp) => {
    await row(name).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Quick commands…" }).click();
    await expect(page.getByRole("menuitem", { name: "Edit quick commands…" })).toBeVisible();
  };
  await openMenuOf(/it's a/);
  await page.getByRole("menuitem", { name: "Edit quick commands…" }).click();
  await expect(dialog(page).getByText("No quick commands yet")).toBeVisible();
  await add(page, { name: "Pictures", command: "true", only: ".jpg, png" });
  await add(page, { name: "Count", command: "wc -l {path} > counted; pwd" });
  await add(page, { name: "More" });
  await add(page, { name: "Say", command: "cat {name}; exit 3", way: "As a task in the background", group: "More" });
  await dialog(page).getByRole("button", { name: "Actions for “Count”" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect(dialog(page).getByRole("listitem")).toHaveText([/^Count/, /^Pictures/, /^More/, /^Say/]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await openMenuOf(/it's a/);
  await expect(page.getByRole("menuitem", { name: "Pictures" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "Count" }).click();
  const counted = path.join(files.dir, "counted");
  await expect.poll(() => existsSync(counted) && readFileSync(counted, "utf8")).toMatch(/^2 .*it's a\.txt\n$/);
  await expect.poll(() => shown(page)).toContain("pwd");

  await openMenuOf(/it's a/);
  await page.getByRole("menuitem", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Say" }).click();
  await expect(dialog(page).getByLabel("Output of “Say”").last()).toHaveText(/one\s+two/);
  await expect(dialog(page).getByText("“Say” exited with code 3")).toBeVisible();
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await endAll(page);
});

test("nobody runs another's quick command, and nobody any without the right", async ({ server, root, tempRoot }) => {
  const files = tempRoot({ "a.txt": "" });
  const command = { id: "mine", note: "mine", command: "true", way: "task", suffixes: [], children: [] };
  await call(server, "terminal/quick", { session: root, body: { commands: [command] } });
  const run = { id: "mine", folder: files.path, paths: [] };
  const begun = await call(server, "terminal/quick/run", { session: root, body: run });
  const { taskId } = begun.answer.data as { taskId: string }; // what the contract says
  const other = await signIn(server, await makeUser(server, root, { permissions: ["file_read", "terminal"] }));
  const without = await signIn(server, await makeUser(server, root, { permissions: ["file_read"] }));
  const refused = await call(server, "terminal/quick/run", { session: other, body: run });
  expect([refused.status, refused.answer.error]).toEqual([404, "terminal/no-command"]);
  expect((await call(server, `terminal/quick/output?taskId=${taskId}`, { session: other })).status).toBe(404);
  for (const [where, init] of [
    ["terminal/quick", {}],
    ["terminal/quick", { body: { commands: [] } }],
    ["terminal/quick/run", { body: run }],
    [`terminal/quick/output?taskId=${taskId}`, {}],
  ] as const)
    expect((await call(server, where, { session: without, ...init })).status).toBe(403);
});
