import { readFileSync } from "node:fs";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { authenticator, setUpTotp, signInHalf } from "../support/second-factor";
import { expect, test } from "../support/test";
import { signInAs } from "./sign-in-as";

const appCode = { name: "Code from your authenticator app" };

test("an authenticator app is set up on the account page, and asked for at the next sign-in", async ({
  page,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(/401/);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  await page.goto(`${server.url}/login`);
  await signInAs(page, user);
  await expect(page).toHaveURL(/\/browse/);
  await page.goto(`${server.url}/account`);
  const section = page.getByRole("region", { name: "Two-factor authentication" });
  await section.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect.soft(await violationsInThemes(page)).toEqual([]);
  const key = (await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  const app = authenticator(key.replaceAll(" ", ""));
  await dialog.getByLabel("Code from the app").fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("Incorrect code, or one that was already used")).toBeVisible();
  await dialog.getByLabel("Code from the app").fill(await app.next());
  await dialog.getByRole("button", { name: "Turn on" }).click();

  const codes = page.getByRole("dialog", { name: "Your recovery codes" });
  const items = codes.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const shown = await items.allTextContents();
  // Neither a click beside it nor a key takes them away.
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: "Download" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  for (const code of shown) expect(text).toContain(code);
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(section.getByText("10 of 10 left")).toBeVisible();

  await page.getByRole("button", { name: `Account menu for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await signInAs(page, user);
  await expect(page.getByRole("heading", { name: "Confirm it’s you" })).toBeVisible();
  await expect(page.getByRole("textbox", appCode)).toHaveAttribute("autocomplete", "one-time-code");
  expect.soft(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("textbox", appCode).fill("000000");
  await expect(page.getByText("Incorrect code, or one that was already used")).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await page.getByRole("textbox", { name: "Recovery code" }).fill(shown[3]?.toLowerCase() ?? "");
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/login|\/$/);
  await page.goto(`${server.url}/account`);
  await expect(section.getByText("9 of 10 left")).toBeVisible();

  await section.getByRole("button", { name: "Create new codes" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create new codes" }).click();
  await expect(items).toHaveCount(10);
  const renewed = await items.allTextContents();
  await codes.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(section.getByText("10 of 10 left")).toBeVisible();
  const second = async (code: string) => {
    const { pending } = (await signInHalf(server, user)).answer.data;
    return (await call(server, "user/login/second", { body: { username: user.username, pending, code } })).status;
  };
  expect([await second(shown[5] ?? ""), await second(renewed[5] ?? "")]).toEqual([401, 200]);
  await section.getByRole("button", { name: "Remove authenticator app" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByText("Authenticator app removed").first()).toBeVisible();
  // The password alone is enough again.
  expect((await signIn(server, user)).token).not.toBe("");
});

test("six digits are sent as they are pasted, and who takes too long begins anew", async ({
  page,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(/401/);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const { app } = await setUpTotp(server, await signIn(server, user));
  await page.goto(`${server.url}/login`);
  await signInAs(page, user);
  await page.getByRole("textbox", appCode).waitFor();
  // As after five minutes: the server knows nothing of the first step any more.
  await call(server, `user/users/${user.id}/password`, {
    session: root,
    body: { password: user.password },
  });
  await page.getByRole("textbox", appCode).fill(await app.next());
  await expect(page.getByText("That took too long. Sign in again.")).toBeVisible();
  await signInAs(page, user);
  const code = await app.next();
  await page.getByRole("textbox", appCode).fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await expect(page).toHaveURL(/\/browse/);
});

test("where it is required, signing in leads to its set-up and nowhere else", async ({
  page,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(/403/);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  await call(server, `user/roles/${user.roleId}`, { method: "PUT", session: root, body: { second_factor: true } });
  await page.goto(`${server.url}/login`);
  await signInAs(page, user);
  await expect(page.getByRole("heading", { name: "Set up two-factor authentication" })).toBeVisible();
  expect.soft(await violationsInThemes(page)).toEqual([]);
  await page.goto(`${server.url}/browse/files`);
  await expect(page).toHaveURL(`${server.url}/second-factor`);
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  const key = (await page.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  await page.getByLabel("Code from the app").fill(await authenticator(key.replaceAll(" ", "")).next());
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page).toHaveURL(/\/browse/);
});

test("administrators see who has one, and remove it", async ({ page, server, root, login }) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  await setUpTotp(server, await signIn(server, user));
  await login();
  await page.goto(`${server.url}/users`);
  await page.getByLabel("Search users").fill(user.username);
  const row = page.getByRole("row", { name: user.username });
  await expect(row.getByText("Two-factor")).toBeVisible();
  await row.getByRole("button", { name: `Actions for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "Remove second factors" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove second factors" }).click();
  await expect(page.getByText(`Removed the second factors of ${user.username}`).first()).toBeVisible();
  await expect(row.getByText("Two-factor")).toHaveCount(0);
  await signIn(server, user);
});
