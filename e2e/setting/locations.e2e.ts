import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

let server: Filedeck;
test.beforeAll(async () => {
  server = await startFiledeck();
});
test.afterAll(() => server.remove());

test("a location is added and removed while the server runs, for those whose folders include it", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^request outside: (?:http|ws):\/\/127\.0\.0\.1:/); // of another server than the worker's
  expectConsole(/status of 422/);
  const films = path.join(server.workDir, "my films");
  mkdirSync(films);
  writeFileSync(path.join(films, "scene.txt"), "cut");
  symlinkSync(films, path.join(server.workDir, "link"));
  const root = await signIn(server);
  const may = await signIn(server, await makeUser(server, root, { permissions: ["file_read"], access: [films] }));
  const other = await signIn(
    server,
    await makeUser(server, root, { permissions: ["file_read", "sys_protection_dir"] }),
  );
  await enter(page, server, root);
  await page.goto(`${server.url}/settings#locations`);
  const form = page.getByRole("form", { name: "Locations" });
  await expect(form).toContainText(server.filesDir);
  await form.getByRole("button", { name: "Add location" }).click();
  const added = form.getByRole("group").last();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(added).toContainText("Cannot be empty");
  await added.getByLabel("Name").fill("Films");
  await added.getByLabel("Folder on the server").fill(path.join(films, "scene.txt"));
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^The folder .* doesn’t exist$/).first()).toBeVisible();
  await added.getByLabel("Folder on the server").fill(path.join(server.workDir, "link"));
  await form.getByRole("button", { name: "Save" }).click();
  // Where the link leads now.
  await expect(added.getByLabel("Folder on the server")).toHaveValue(films);
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("link", { name: "Films", exact: true }).click();
  await expect(page.getByRole("grid").getByRole("row", { name: /scene\.txt/ })).toBeVisible();
  const names = async (session: typeof root) =>
    (await call<{ dirs: { note: string }[] }>(server, "setting/filesSetting", { session })).answer.data.dirs.map(
      ({ note }) => note,
    );
  expect([await names(may), await names(other)]).toEqual([["Films"], ["Files"]]);
  expect((await call(server, "file/films/scene.txt", { session: other })).status).toBe(404);
  for (const options of [{}, { body: { locations: [] } }])
    expect((await call(server, "setting/locations", { session: other, ...options })).status).toBe(403);

  const twice = { locations: [{ name: "files", path: films }] };
  expect((await call(server, "setting/locations", { session: root, body: twice })).answer.error).toBe(
    "setting/location-twice",
  );
  await page.goto(`${server.url}/settings#locations`);
  await form.getByRole("button", { name: "Remove Films" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Films", exact: true })).toHaveCount(0);
  expect(await names(root)).not.toContain("Films");
});
