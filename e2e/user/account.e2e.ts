import { call, signIn } from "../support/api-client";
import { expect, test } from "../support/test";

test("the theme shows at once and at the next first paint", async ({ page, login, server }) => {
  await login({ permissions: [] });
  await page.goto(`${server.url}/account`);
  await page.getByText("Dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes("contrast") === true);
  await page.getByText("High contrast").click();
  await saved;
  const html = await (await page.request.get(`${server.url}/account`)).text();
  expect(html).toMatch(/<html[^>]*data-theme="contrast"/);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "contrast");
});

test("the language changes without a reload and stays", async ({ page, login, server }) => {
  await login({ permissions: [] });
  await page.goto(`${server.url}/account`);
  await page.evaluate(() => document.body.setAttribute("data-marker", "same page"));
  await page.getByLabel("Language").selectOption("Deutsch");
  await expect(page.getByRole("heading", { name: "Konto und Einstellungen" })).toBeVisible();
  await expect(page).toHaveTitle("Konto und Einstellungen · Filedeck");
  await expect(page.locator("body")).toHaveAttribute("data-marker", "same page");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Konto und Einstellungen" })).toBeVisible();
});

test("right to left mirrors the frame", async ({ page, login, server }) => {
  await login({ permissions: [] });
  await page.goto(`${server.url}/account`);
  await page.getByRole("switch", { name: /Right-to-left layout/ }).click();
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const rail = await page.getByRole("navigation", { name: "Navigation" }).boundingBox();
  expect(rail?.x).toBeGreaterThan(900);
});

test("changing the password asks for the old one and ends the other sessions", async ({
  page,
  login,
  server,
  expectConsole,
}) => {
  expectConsole(/403/);
  const session = await login({ permissions: ["update_password"] });
  const other = await signIn(server, session);
  await page.goto(`${server.url}/account`);
  await page.getByLabel("Current password").fill("something else");
  await page.getByLabel("New password").fill("a-new-password-5");
  await page.getByLabel("Confirm password").fill("a-new-password-5");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Incorrect password" })).toBeVisible();
  await page.getByLabel("Current password").fill(session.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByTestId("toast")).toHaveText("Password changed");
  expect((await call(server, "user/userInfo/get", { session: other })).status).toBe(401);
  expect((await call(server, "user/userInfo/get", { session })).status).toBe(200);
});

test("another session can be signed out", async ({ page, login, server }) => {
  const session = await login({ permissions: [] });
  const other = await signIn(server, session);
  await page.goto(`${server.url}/account`);
  await expect(page.getByText("This browser", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Sign out / }).click();
  await expect(page.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("button", { name: /^Sign out / })).toHaveCount(0);
  expect((await call(server, "user/userInfo/get", { session: other })).status).toBe(401);
});

test("an API token works until it is revoked, and its secret is shown once", async ({ page, login, server }) => {
  const session = await login({ permissions: ["api_token", "file_read"] });
  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create token" }).click();
  await expect(dialog.getByText("Select at least one permission")).toBeVisible();
  await dialog.getByLabel("Name", { exact: true }).fill("backup");
  await dialog.getByRole("checkbox", { name: /^View files/ }).check();
  await dialog.getByLabel("Your password").fill(session.password);
  await dialog.getByRole("button", { name: "Create token" }).click();
  const secret = await dialog.getByText(/^fd_/).innerText();
  const list = () => call(server, "setting/filesSetting", { headers: { authorization: secret } });
  expect((await list()).status).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("1 permission", { exact: true })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole("button", { name: "Revoke backup" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("No API tokens yet")).toBeVisible();
  expect((await list()).status).toBe(401);
});
