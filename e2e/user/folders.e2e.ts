import { mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Role } from "@/lib/contracts/user";
import { call, makeUser, signIn } from "../support/api-client";
import { expect, test } from "../support/test";

type Listed = { parent: string | null; folders: { name: string; path: string }[] };

test("a folder is chosen by walking to it, and one that is not there is marked and refused", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/422/);
  const { dir } = tempRoot({ team: { plans: {}, "a file": "x" } });
  await login();
  await page.goto(`${server.url}/users/roles?new`);
  await page.getByRole("textbox", { name: "Role name" }).fill("Planners");
  const writable = page.getByRole("group", { name: "Read and write" });
  await writable.getByRole("button", { name: "Choose a folder for “Read and write”" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose a folder for “Read and write”" });
  await expect(dialog.getByRole("button", { name: "Use this folder" })).toBeDisabled();
  await dialog.getByRole("button", { name: /^Files/ }).click();
  await dialog.getByRole("button", { name: path.basename(dir) }).click();
  await dialog.getByRole("button", { name: "team" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["plans"]);
  await dialog.getByRole("button", { name: "plans" }).click();
  await expect(dialog.getByText("No folders here")).toBeVisible();
  await dialog.getByRole("button", { name: "Up one level" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["plans"]);
  await dialog.getByRole("button", { name: "Use this folder" }).click();
  await expect(writable.getByRole("listitem")).toHaveText([path.join(dir, "team")]);

  const denied = page.getByRole("group", { name: "Denied" });
  await page.getByLabel("Add to “Denied”").fill(path.join(dir, "later"));
  await page.getByLabel("Add to “Denied”").press("Enter");
  await expect(denied.getByRole("listitem")).toContainText("Doesn’t exist right now");
  await expect(writable.getByText("Doesn’t exist right now")).toHaveCount(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("form", { name: "New role" }).getByRole("alert")).toHaveText(
    `The folder ${path.join(dir, "later")} doesn’t exist`,
  );
  mkdirSync(path.join(dir, "later"));
  await page.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row", { name: /Planners/ });
  await expect(row).toContainText("none");
  await expect(row).toContainText("1 folder");
  await expect(row).toContainText("1 denied");
  const { answer } = await call<{ roles: Role[] }>(server, "user/roles", { session: root });
  const role = answer.data.roles.find(({ name }) => name === "Planners");
  expect([role?.access_dirs, role?.not_access_dirs]).toEqual([[path.join(dir, "team")], [path.join(dir, "later")]]);
});

test("a manager finds only what the own folders show, and learns nothing of the rest", async ({
  server,
  root,
  tempRoot,
}) => {
  const { dir } = tempRoot({ mine: { open: {}, secret: { deep: {} } }, others: { hidden: {} } });
  const [mine, secret, others] = ["mine", "mine/secret", "others"].map((name) => path.join(dir, name));
  symlinkSync(path.join(dir, "others"), path.join(dir, "mine", "way-out"));
  const manager = await signIn(
    server,
    await makeUser(server, root, {
      permissions: ["role_manage", "file_read"],
      access: [mine ?? ""],
      deny: [secret ?? ""],
    }),
  );
  const list = async (folder: string) =>
    call<Listed>(server, `user/folders?path=${encodeURIComponent(folder)}`, { session: manager });
  expect((await list(mine ?? "")).answer.data.folders.map(({ name }) => name)).toEqual(["open"]);
  for (const folder of [secret, others, `${others}/hidden`, `${mine}/way-out`, "/etc", `${mine}/none`])
    expect.soft([folder, (await list(folder ?? "")).status >= 403]).toEqual([folder, true]);

  const paths = [`${mine}/open`, `${mine}/none`, secret, `${secret}/none`, others, `${others}/none`, "/etc", "/none"];
  const asked = await call<{ missing: string[] }>(server, "user/folders/missing", {
    session: manager,
    body: { paths },
  });
  expect(asked.answer.data.missing).toEqual([`${mine}/none`]);
});

test("who may not read files is neither shown folders nor told of them", async ({ page, login, server }) => {
  mkdirSync(path.join(server.filesDir, "seen"), { recursive: true });
  const session = await login({ permissions: ["role_manage"] });
  for (const request of [
    call(server, "user/folders", { session }),
    call(server, "user/folders/missing", { session, body: { paths: [server.filesDir] } }),
  ]) {
    const { status, answer } = await request;
    expect([status, answer.error, answer.params?.["permission"]]).toEqual([403, "auth/forbidden", "file_read"]);
  }
  await page.goto(`${server.url}/users/roles?new`);
  await expect(page.getByLabel("Add to “Denied”")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Choose a folder/ })).toHaveCount(0);
});
