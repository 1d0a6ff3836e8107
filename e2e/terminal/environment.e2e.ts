import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";
import { endAll, shown } from "./support";

test("an administrator's folder and variables reach new terminals, and a secret is shown to nobody", async ({
  page,
  login,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(/status of 403/); // of a folder that others can write to
  await makeUser(server, root);
  const inFiles = path.join(server.filesDir, "bin");
  // Where nobody else can write by Filedeck.
  const bin = path.join(server.workDir, "bin");
  mkdirSync(bin);
  writeFileSync(path.join(bin, "fd-own-tool"), `#!/bin/sh\necho "tool says $GREETING to $TOKEN"\n`);
  chmodSync(path.join(bin, "fd-own-tool"), 0o755);
  await login();
  await page.goto(`${server.url}/settings`);
  const section = page.getByRole("region", { name: "Terminal environment" });
  const dialog = page.getByRole("dialog");
  await section.getByRole("button", { name: "Add folder" }).click();
  await dialog.getByLabel("Folder", { exact: true }).fill("relative");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter an absolute path")).toBeVisible();
  await dialog.getByLabel("Folder", { exact: true }).fill(inFiles);
  await dialog.getByLabel("Given to").selectOption("Everyone");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("can write to");
  await dialog.getByLabel("Folder", { exact: true }).fill(bin);
  await dialog.getByLabel("Given to").selectOption("Everyone");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText(bin)).toBeVisible();
  const add = async (name: string, value: string, isSecret: boolean) => {
    await section.getByRole("button", { name: "Add variable" }).click();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    if (isSecret) await dialog.getByRole("checkbox", { name: "Secret" }).click();
    await dialog.getByLabel("Value", { exact: true }).fill(value);
    if (!isSecret) await dialog.getByLabel("Given to").selectOption("Everyone");
    expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await add("GREETING", "hello", false);
  await add("TOKEN", "s3cret", true);
  await section.getByRole("searchbox", { name: "Search" }).fill("tok");
  await expect(section.getByText("TOKEN=••••••")).toBeVisible();
  await expect(section.getByText("GREETING=hello")).toHaveCount(0);
  await page.reload();
  await expect(section.getByText("TOKEN=••••••")).toBeVisible();
  await page.goto(`${server.url}/terminal`);
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  // What was open before has the environment of before.
  await endAll(page);
  await page.reload();
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  await page.keyboard.type("fd-own-tool\n");
  await expect.poll(() => shown(page)).toContain("tool says hello to s3cret");
  await endAll(page);
});

test("whoever may set variables and is no administrator sets those of others alone", async ({ server, root }) => {
  const rights = ["sys_env_setting_key", "env_path_update"] as const;
  const session = await signIn(server, await makeUser(server, root, { permissions: rights }));
  const without = await signIn(server, await makeUser(server, root, { permissions: ["file_read", "terminal"] }));
  const entry = { note: "", audience: "others" };
  const now = await call(server, "setting/variables", { session });
  const { variables } = now.answer.data as { variables: { name: string; value: string | null }[] }; // what the contract says
  const mine = { name: "SITE_MINE", value: "1", isSecret: false, ...entry };
  const set = (list: unknown[]) => call(server, "setting/variables", { session, body: { variables: list } });
  expect((await set([...variables, mine])).status).toBe(200);
  expect((await set([...variables, { ...mine, audience: "everyone" }])).status).toBe(403);
  expect((await set([...variables, { ...mine, name: "LD_PRELOAD" }])).status).toBe(400);
  expect((await set([...variables, { ...mine, name: "MAILPATH" }])).status).toBe(403);
  const paths = [{ path: "/tmp/mine", ...entry, audience: "administrators" }];
  expect((await call(server, "setting/search-paths", { session, body: { paths } })).status).toBe(403);
  for (const [where, body] of [
    ["setting/variables", { variables }],
    ["setting/search-paths", { paths: [] }],
  ] as const) {
    expect((await call(server, where, { session: without })).status).toBe(403);
    expect((await call(server, where, { session: without, body })).status).toBe(403);
  }
  expect((await set(variables)).status).toBe(200);
});
