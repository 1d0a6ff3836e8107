import { existsSync, readFileSync } from "node:fs";
import { signIn } from "../support/api-client";
import { readSetting } from "../support/read-database";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/; // of another server than the worker's

let server: Filedeck;
test.beforeAll(async () => {
  server = await startFiledeck();
});
test.afterAll(() => server.remove());

test("what is saved in a section is what the server keeps, and an export brings it back", async ({
  page,
  browser,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/settings`);
  const formOf = (name: string) => page.getByRole("form", { name, exact: true });
  const save = async (name: string) => {
    await formOf(name).getByRole("button", { name: "Save" }).click();
    await expect(formOf(name).getByRole("button", { name: "Save" })).toBeDisabled();
  };
  await formOf("Trash").getByLabel("Days to keep items").fill("11");
  await save("Trash");
  await expect.poll(() => readSetting(server, "trash")).toMatchObject({ days: 11 });
  await formOf("Sign-in").getByLabel("Maximum session length (days)").fill("5");
  await save("Sign-in");
  await expect.poll(() => readSetting(server, "signIn")).toMatchObject({ max_days: 5 });
  await formOf("Search index").getByRole("switch").first().click();
  await expect.poll(() => readSetting(server, "search_index")).toEqual([server.filesDir]);
  await expect.poll(() => existsSync(`${server.dataDir}/search-index.db`)).toBe(true);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await (await downloading).path();
  expect(readFileSync(file, "utf8")).toContain("11");
  await formOf("Trash").getByLabel("Days to keep items").fill("99");
  await save("Trash");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Import…" }).click();
  await (await choosing).setFiles({ name: "s.json", mimeType: "application/json", buffer: readFileSync(file) });
  const dialog = page.getByRole("dialog", { name: "Import settings" });
  await expect(dialog.getByRole("row", { name: /99.*11/ })).toBeVisible();
  await expect.poll(() => readSetting(server, "trash")).toMatchObject({ days: 99 });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog).toContainText("1 value was changed");
  await expect.poll(() => readSetting(server, "trash")).toMatchObject({ days: 11 });
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(formOf("Trash").getByLabel("Days to keep items")).toHaveValue("11");

  await formOf("Language and theme").getByLabel("Language").selectOption("Deutsch");
  await save("Language and theme");
  const visitor = await (await browser.newContext({ locale: "en-US" })).newPage();
  await visitor.goto(`${server.url}/login`);
  await expect(visitor.getByLabel("Benutzername")).toBeVisible();
  await visitor.context().close();
});
