import { call, makeUser, signIn } from "../support/api-client";
import { expect, test } from "../support/test";
import { signInAs } from "./sign-in-as";

test("signing in leads to the files, signing out ends the session", async ({ page, server, root, baseURL }) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  await page.goto(baseURL ?? "");
  await signInAs(page, user);
  await expect(page).toHaveURL(/\/browse/);
  const cookie = (await page.context().cookies()).find(({ name }) => name.startsWith("filedeck.session."));
  const token = await page.evaluate(() => localStorage.getItem("filedeck.token"));
  const session = { ...user, token: token ?? "", cookie: `${cookie?.name}=${cookie?.value}` };
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(200);

  await page.getByRole("button", { name: `Account menu for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("filedeck.token"))).toBeNull();
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(401);
});

test("says what is missing and that the credentials are wrong", async ({ page, server, root, expectConsole }) => {
  expectConsole(/401/);
  const user = await makeUser(server, root);
  await page.goto(`${server.url}/login`);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Cannot be empty")).toHaveCount(2);
  await signInAs(page, { ...user, password: "not this one" });
  await expect(page.getByRole("form").getByRole("alert")).toHaveText("Incorrect username or password");
  await page.getByRole("button", { name: "Show or hide password" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
});

test("without a token every page leads to the start, and signing in leads back", async ({ page, server, root }) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  await page.goto(`${server.url}/account`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL(`${server.url}/`);
  await signInAs(page, user);
  await expect(page).toHaveURL(`${server.url}/account`);
});

test("who is signed out by an administrator is told why at the sign-in", async ({
  page,
  server,
  root,
  baseURL,
  expectConsole,
}) => {
  expectConsole(/401/);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const change = (body: unknown) => call(server, `user/users/${user.id}`, { method: "PUT", session: root, body });
  await page.goto(baseURL ?? "");
  await signInAs(page, user);
  await expect(page.getByRole("button", { name: `Account menu for ${user.username}` })).toBeVisible();
  const session = await signIn(server, user);
  await change({ auth_list: ["file_read"] });
  await expect(page).toHaveURL(`${server.url}/`);
  const reason = page.getByRole("status").filter({ hasText: "Your session has ended" });
  await expect(reason).toContainText("An administrator changed your account or permissions.");

  const told = await call(server, "user/userInfo/get", { session });
  expect([told.status, told.answer.code, told.answer.params]).toEqual([401, 2, { reason: "changed" }]);
  for (const half of [{ token: "" }, { token: "null" }, { token: root.token }, { cookie: "" }, { cookie: root.cookie }])
    expect((await call(server, "user/userInfo/get", { session: { ...session, ...half } })).answer.params).toEqual({});

  await signInAs(page, user);
  await expect(page).toHaveURL(/\/browse/);
  await page.goto(`${server.url}/account`);
  await change({ disabled: true });
  await expect(page.getByText("An administrator disabled your account.")).toBeVisible();
});

test("who signs out is not told that the session has ended", async ({ page, server, root, baseURL }) => {
  const user = await makeUser(server, root);
  await page.goto(baseURL ?? "");
  await signInAs(page, user);
  await page.getByRole("button", { name: `Account menu for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(page.getByText("Your session has ended")).toHaveCount(0);
});

test('the stored text "null" counts as no token', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem("filedeck.token", "null"));
  await page.goto(`${server.url}/account`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a token that the server no longer knows leads to the start once", async ({ page, server, expectConsole }) => {
  expectConsole(/401/);
  await page.goto(`${server.url}/`);
  await page.evaluate(() => localStorage.setItem("filedeck.token", "stale"));
  await page.goto(`${server.url}/account`);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("filedeck.token"))).toBeNull();
});

test("the first paint has the language, direction and theme of the cookies", async ({ server }) => {
  const response = await fetch(`${server.url}/login`, {
    headers: { cookie: "filedeck.theme=contrast; filedeck.rtl=1; filedeck.locale=fr" },
  });
  const html = await response.text();
  const root = /<html[^>]*>/.exec(html)?.[0] ?? "";
  for (const attribute of ['lang="fr"', 'dir="rtl"', 'data-theme="contrast"', 'data-mantine-color-scheme="dark"'])
    expect(root).toContain(attribute);
  expect(html).toContain("Se connecter");
});

test("an unknown language of the browser gets Chinese", async ({ server }) => {
  const response = await fetch(`${server.url}/login`, { headers: { "accept-language": "fi, sv;q=0.8" } });
  expect(await response.text()).toContain("登录");
});

test("an address without a page says so, beside the ways to all others", async ({
  page,
  server,
  login,
  expectConsole,
}) => {
  expectConsole(/404/);
  await page.goto(`${server.url}/nothing/here`);
  await expect(page.getByText("Page not found")).toBeVisible();
  await expect(page.getByRole("navigation")).toHaveCount(0);
  await login();
  expect((await page.goto(`${server.url}/nothing/here`))?.status()).toBe(404);
  await expect(page.getByRole("main").getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Dashboard" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard" })).toBeVisible();
});
