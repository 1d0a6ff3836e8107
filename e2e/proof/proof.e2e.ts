import { execFile } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { call } from "../support/api-client";
import { startFiledeck } from "../support/start-filedeck";
import { expect, test as base } from "../support/test";
import { makeTree } from "./make-tree.mjs";

const exec = promisify(execFile);

/** What CONTRIBUTING says: a whole group added to this tree, built, started and used. */
const test = base.extend<object, { tree: string }>({
  tree: [
    async ({}, use) => {
      // One that was made and built before, for whoever works on these tests.
      const made = process.env["FILEDECK_PROOF_TREE"];
      const tree = made ?? mkdtempSync(path.join(tmpdir(), "filedeck-proof-"));
      if (made === undefined) {
        makeTree(tree);
        await run(tree, ["scripts/build.mjs"]);
      }
      await use(tree);
      if (made === undefined) rmSync(tree, { recursive: true });
    },
    { scope: "worker", timeout: 20 * 60_000 },
  ],
  server: [
    async ({ tree }, use) => {
      const server = await startFiledeck({ appDir: tree, timeoutMs: 120_000 });
      await use(server);
      await server.remove();
    },
    { scope: "worker", timeout: 20 * 60_000 },
  ],
});

/** Throws with what it has printed. */
async function run(tree: string, args: readonly string[]): Promise<void> {
  await exec(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, FILEDECK_BUILD_WARM: "" },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // as execFile rejects
    throw new Error(`${args.join(" ")}\n${stdout.slice(-8_000)}${stderr.slice(-2_000)}`);
  });
}

const row = (page: Page, name: string | RegExp) => page.getByRole("grid").getByRole("row", { name });

test.describe.configure({ mode: "serial" });

test("the new group keeps the rules: types, who may import whom, words in all languages, each endpoint served once", async ({
  tree,
}) => {
  test.setTimeout(10 * 60_000);
  await run(tree, ["node_modules/typescript/bin/tsc", "--noEmit"]);
  await run(tree, ["node_modules/oxlint/bin/oxlint", "components/lines", "lib/server/lines", "lib/contracts/lines.ts"]);
  const held = ["scripts/boundaries", "messages", "lib/contracts", "lib/server/groups.test.ts", "lib/server/base"];
  await run(tree, [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...held,
    "components/features.test.ts",
    "lib/client/routes.test.ts",
    "app/pages.test.ts",
    "app/api",
  ]);
});

test("its page shows what an endpoint says, and a channel tells what changes", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const { dir, path: folder } = tempRoot({ "a.txt": "one\ntwo\nthree\n" });
  await login();
  await page.goto(`${server.url}/lines?path=${folder}/a.txt`);
  await expect(page.getByRole("heading", { name: "Line counter" })).toBeVisible();
  await expect(page.getByText("3 lines when this page was opened")).toBeVisible();
  await expect(page.getByRole("status").getByText("3 lines now")).toBeVisible();
  appendFileSync(path.join(dir, "a.txt"), "four\n");
  await expect(page.getByText("4 lines now")).toBeVisible();
  await page.getByRole("button", { name: "Count bytes" }).click();
  await expect(page.getByText("19 bytes now")).toBeVisible();
});

test("its line in the navigation leads to its page", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/trash`);
  await page.getByRole("link", { name: "Line counter" }).click();
  await expect(page.getByText("Select a file to count its lines.")).toBeVisible();
});

test("its action begins a task of its own kind, which says how it ended", async ({ page, login, server, tempRoot }) => {
  const { path: folder } = tempRoot({ "a.txt": "1\n2\n3\n", "b.txt": "4\n" });
  await login();
  await page.goto(`${server.url}/browse/${folder}`);
  await row(page, /a\.txt/).click();
  await row(page, /b\.txt/).click({ modifiers: ["Control"] });
  await row(page, /b\.txt/).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Count lines" }).click();
  await expect(page.getByText("Counted 4 lines").first()).toBeVisible();
  await page.goto(`${server.url}/tasks`);
  await expect(page.getByText("Count lines of “a.txt” and 1 more").first()).toBeVisible();
});

test("its viewer shows its stream of bytes", async ({ page, login, server, tempRoot }) => {
  const { path: folder } = tempRoot({ "poem.lines.txt": "roses\nviolets\n", "plain.txt": "text" });
  await login();
  await page.goto(`${server.url}/browse/${folder}?open=poem.lines.txt`);
  const numbered = page.getByRole("region", { name: "Numbered lines" });
  await expect(numbered).toContainText("1 roses");
  await expect(numbered).toContainText("2 violets");
  await page.goto(`${server.url}/browse/${folder}?open=plain.txt`);
  await expect(page.getByRole("textbox", { name: "plain.txt" })).toBeFocused();
});

test("its setting is changed on the settings page, kept, and obeyed", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const { path: folder } = tempRoot({ "long.txt": "x\n".repeat(600 * 1024) });
  const count = () => call(server, `lines/count?path=${folder}/long.txt`, { session: root });
  expect((await count()).answer.data).toEqual({ lines: 600 * 1024 });
  await login();
  await page.goto(`${server.url}/settings`);
  const form = page.getByRole("form", { name: "Line counter" });
  await form.getByRole("textbox", { name: "Largest file to count (MB)" }).fill("1");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved").first()).toBeVisible();
  expect((await count()).answer.error).toBe("file/too-large");
});

test("who may not read files gets none of it", async ({ page, login, server, expectConsole }) => {
  expectConsole(/403/);
  const session = await login({ permissions: ["recycle_file_save"] });
  expect((await call(server, "lines/count?path=files/a.txt", { session })).answer.error).toBe("auth/forbidden");
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("link", { name: "Line counter" })).toHaveCount(0);
  await expect(page.getByRole("form", { name: "Line counter" })).toHaveCount(0);
});

test.describe("in another language", () => {
  test.use({ locale: "de-DE" });

  test("it speaks that", async ({ page, login, server }) => {
    await login();
    await page.goto(`${server.url}/lines`);
    await expect(page.getByRole("heading", { name: "Zeilenzähler" })).toBeVisible();
    await expect(page.getByText("Wählen Sie eine Datei aus, um ihre Zeilen zu zählen.")).toBeVisible();
  });
});
