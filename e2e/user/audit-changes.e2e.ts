import { readFileSync } from "node:fs";
import { call, makeUser, signIn } from "../support/api-client";
import { readDatabase } from "../support/read-database";
import { expect, test } from "../support/test";

test("the audit log says which rights and fields were changed, on its page and in the export", async ({
  page,
  login,
  server,
  root,
}) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const session = await signIn(server, user);
  const change = { disabled: false, auth_list: ["terminal"], access_dirs: [server.filesDir] };
  expect((await call(server, `user/users/${user.id}`, { method: "PUT", session: root, body: change })).status).toBe(
    200,
  );
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(401);
  const link = { id: "one", kind: "link", title: "Wiki", url: "http://wiki.example/", icon: null, color: "teal" };
  const body = { role_id: null, version: 0, items: [link] };
  expect((await call(server, "navindex/save", { session: await signIn(server, user), body })).status).toBe(200);

  await login();
  await page.goto(`${server.url}/audit?action=PUT user/users/{id}&target=${user.username}`);
  const changed = page.getByText("Permissions: +Terminal", { exact: false });
  await expect(changed).toContainText(`Read and write: +${server.filesDir}`);
  await page.goto(`${server.url}/audit?action=POST navindex/save&target=${user.username}`);
  await expect(page.getByRole("row").nth(1)).toContainText("Links: +Wiki");

  const [row] = await readDatabase(
    server,
    `SELECT changes FROM "Audit" WHERE action = 'PUT user/users/{id}' AND target = ?`,
    user.username,
  );
  expect(row?.["changes"]).toBe(`access_dirs: +${server.filesDir}; auth_list: +terminal`);
  const downloading = page.waitForEvent("download");
  await page.goto(`${server.url}/audit?action=PUT user/users/{id}&target=${user.username}`);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "CSV for spreadsheets" }).click();
  const file = await (await downloading).path();
  expect(readFileSync(file, "utf8")).toContain("auth_list: +terminal");
});
