import { terminalChannels } from "@/lib/contracts/terminal";
import { call, makeUser, signIn } from "../support/api-client";
import { openTab } from "../support/open-tab";
import { expect, test } from "../support/test";

test("an administrator views the console as a user, reads what they may, and changes nothing", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  expectConsole,
}) => {
  expectConsole(/403/);
  const { dir, path: folder } = tempRoot({ "theirs.txt": "theirs" });
  const user = await makeUser(server, root, {
    permissions: ["file_read", "terminal", "filecat_file_context_update_upload_created_copy_decompression"],
    access: [dir],
  });
  const session = await login();
  await page.goto(`${server.url}/users`);
  await page.getByLabel("Search users").fill(user.username);
  await page.getByRole("button", { name: `Actions for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "View as this user" }).click();
  const banner = page.getByRole("alert").filter({ hasText: `as ${user.username}. Nothing can be changed.` });
  await expect(banner).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Users" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Terminal" })).toHaveCount(0);
  await page.goto(`${server.url}/browse/${folder}`);
  await expect(page.getByText("theirs.txt")).toBeVisible();

  const as = (path: string, options = {}) => call(server, path, { session, ...options });
  expect((await as("user/userInfo/get")).answer.data).toMatchObject({
    user_data: { username: user.username, is_root: false, viewer: "root" },
  });
  expect((await as(`file/${dir.slice(1)}/theirs.txt?is_sys_path=1`)).status).toBe(200);
  expect((await as("user/users")).status).toBe(403);
  for (const [path, body] of [
    ["file/new/dir", { path: "files/x" }],
    ["user/userInfo/update", { rtl: true }],
    ["user/password", { current: user.password, next: "another-password-1" }],
    ["user/tokens", { name: "x", auth_list: [], days: 1 }],
    ["terminal", {}],
  ] as const) {
    const { status, answer } = await as(path, { body });
    expect([status, ["auth/viewing", "auth/forbidden"].includes(answer.error ?? "")], path).toEqual([403, true]);
  }

  await banner.getByRole("button", { name: "Stop viewing" }).click();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  expect((await as("user/userInfo/get")).answer.data).toMatchObject({ user_data: { username: "root", viewer: null } });
  const { answer } = await call<{ entries: { username: string; target: string }[] }>(
    server,
    "audit/list?action=POST user/view/stop",
    { session: root },
  );
  expect(answer.data.entries[0]).toMatchObject({ username: "root", target: user.username });
});

test("nobody else can, administrators are not viewed as, and signing out ends the session itself", async ({
  server,
  root,
}) => {
  const manager = await makeUser(server, root, { permissions: ["user_manage"] });
  const user = await makeUser(server, root);
  const managing = await signIn(server, manager);
  const view = (session: typeof root, id: string) =>
    call(server, `user/users/${id}/view`, { method: "POST", session, body: {} });
  expect((await view(managing, user.id)).status).toBe(403);
  const own = await signIn(server);
  const me = (await call<{ user_data: { id: string } }>(server, "user/userInfo/get", { session: own })).answer.data;
  expect((await view(own, me.user_data.id)).answer.error).toBe("user/not-viewable");
  expect((await view(own, user.id)).status).toBe(200);
  expect((await view(own, user.id)).status).toBe(403);
  const tab = openTab<(typeof terminalChannels)["attach"]>(server, own);
  const end = await new Promise<unknown>((resolve) => {
    tab.openChannel("terminal/attach", { id: "x", cols: 80, rows: 24 }, { onMessage: () => {}, onClose: resolve });
  });
  expect(end).toMatchObject({ error: expect.stringMatching(/^auth\//) });
  tab.close();
  expect((await call(server, "user/logout", { session: own, body: {} })).status).toBe(200);
  expect((await call(server, "user/userInfo/get", { session: own })).status).toBe(401);
});
