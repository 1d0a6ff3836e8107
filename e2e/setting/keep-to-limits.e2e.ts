import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call, makeUser, signIn } from "../support/api-client";
import { readDatabase, readSetting } from "../support/read-database";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

/** Of another server than the worker’s. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
let server: Filedeck;
test.beforeAll(async () => {
  server = await startFiledeck();
});
test.afterAll(() => server.remove());

/** Opens a part of the settings, and gives its form and what saves it. */
async function openSetting(page: Page, section: string, name: string) {
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/settings?section=${section}`);
  const form = page.getByRole("form", { name, exact: true });
  const fill = async (label: string, value: number) => {
    await form.getByLabel(label, { exact: true }).fill(String(value));
    await form.getByRole("button", { name: "Save" }).click();
  };
  return { form, fill };
}

test("as many earlier versions are kept of a file as the setting says", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  const file = path.join(server.filesDir, "kept.txt");
  writeFileSync(file, "one");
  const save = async (context: string) =>
    (await call(server, `file/save/${file.slice(1)}?is_sys_path=1`, { session: root, body: { context } })).status;
  const kept = async () =>
    (await readDatabase(server, 'SELECT id FROM "Trash" WHERE "versionOf" IS NOT NULL AND "hostPath" = ?', file))
      .length;
  const { fill } = await openSetting(page, "trash", "Trash");
  await fill("Earlier versions per file", 0);
  await expect.poll(() => readSetting(server, "trash")).toMatchObject({ versions: 0 });
  expect([await save("two"), await kept()]).toEqual([200, 0]);
  await fill("Earlier versions per file", 3);
  await expect.poll(() => readSetting(server, "trash")).toMatchObject({ versions: 3 });
  expect([await save("three"), await kept()]).toEqual([200, 1]);
});

test("how many uploads run at once is what the setting says", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const { fill } = await openSetting(page, "upload", "Uploads");
  await fill("Simultaneous uploads per user", 2);
  await expect.poll(() => readSetting(server, "upload")).toMatchObject({ perUser: 2 });
  await fill("Simultaneous uploads in total", 5);
  await expect.poll(() => readSetting(server, "upload")).toMatchObject({ perUser: 2, system: 5 });
});

test("where nobody may stay signed in, sessions end with inactivity and say so", async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const user = await makeUser(server, await signIn(server), { permissions: ["file_read"] });
  const { form, fill } = await openSetting(page, "signIn", "Sign-in");
  await fill("Sign out after inactivity (minutes)", 15);
  await expect.poll(() => readSetting(server, "signIn")).toMatchObject({ idle_minutes: 15 });
  await form.getByRole("switch", { name: "Let users stay signed in" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => readSetting(server, "signIn")).toMatchObject({ idle_minutes: 15, may_stay: false });

  const visitor = await browser.newPage({ locale: "en-US" });
  await visitor.goto(`${server.url}/login`);
  await visitor.getByLabel("Username").fill(user.username);
  await visitor.getByLabel("Password", { exact: true }).fill(user.password);
  await expect(visitor.getByRole("checkbox", { name: "Stay signed in" })).toHaveCount(0);
  await visitor.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(visitor).toHaveURL(/\/browse/);
  const [session] = await readDatabase(server, 'SELECT stays FROM "Session" WHERE "userId" = ?', user.id);
  expect(session?.["stays"]).toBe(0);
  await visitor.close();
});
