import type { Page } from "@playwright/test";
import type { AuditEntry } from "@/lib/contracts/audit";
import { call, makeUser, signIn, type Credentials } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { setUpTotp } from "../support/second-factor";
import { expect, test } from "../support/test";
import { addVirtualAuthenticator, byName } from "../support/virtual-passkeys";
import { signInAs } from "./sign-in-as";

// The page is at another name than the fixtures'.
const expected = /40[13]|request outside: http:\/\/localhost/;
const nextPage = /\/(?:browse|account)/;

async function signOut(page: Page, { username }: Credentials) {
  await page.getByRole("button", { name: `Account menu for ${username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

async function addPasskey(page: Page, name: string) {
  const section = page.getByRole("region", { name: "Two-factor authentication" });
  await section.getByRole("button", { name: "Add passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  return section;
}

test("a passkey signs in without a password, and is asked for after one", async ({
  page,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(expected);
  const { url } = byName(server);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const authenticator = await addVirtualAuthenticator(page);
  await page.goto(`${url}/login`);
  await signInAs(page, user);
  await expect(page).toHaveURL(/\/browse/);
  await page.goto(`${url}/account`);
  const section = await addPasskey(page, "Phone");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(section.getByText("Phone", { exact: true })).toBeVisible();
  expect(await authenticator.credentials()).toHaveLength(1);
  // It may begin to fade while it is looked at.
  await expect(page.getByTestId("toast")).toHaveCount(0);
  expect.soft(await violationsInThemes(page)).toEqual([]);

  await signOut(page, user);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(nextPage);
  await expect(page.getByRole("button", { name: `Account menu for ${user.username}` })).toBeVisible();
  const log = await call<{ entries: AuditEntry[] }>(server, `audit/list?username=${user.username}&limit=1`, {
    session: root,
  });
  expect(log.answer.data.entries[0]).toMatchObject({ action: "POST user/login/passkey", outcome: "success" });

  await signOut(page, user);
  await signInAs(page, user);
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page).toHaveURL(nextPage);

  // Renamed and removed.
  await page.goto(`${url}/account`);
  await section.getByRole("button", { name: "Rename Phone" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Old phone");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  await section.getByRole("button", { name: "Remove Old phone" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByText("Old phone", { exact: true })).toHaveCount(0);
  await expect(section.getByText("Recovery codes")).toHaveCount(0);
  await signOut(page, user);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey doesn’t sign in here. It may have been removed.")).toBeVisible();
  await signIn(server, user);
});

test("a passkey that did not recognize its user signs nobody in alone; giving up says so", async ({
  page,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(expected);
  const { url } = byName(server);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const authenticator = await addVirtualAuthenticator(page);
  await page.goto(`${url}/login`);
  await signInAs(page, user);
  await expect(page).toHaveURL(/\/browse/);
  await page.goto(`${url}/account`);
  const section = await addPasskey(page, "Key");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  // The browser knows that this authenticator has one already.
  await addPasskey(page, "Twice");
  await expect(page.getByRole("dialog").getByText("This device already has a passkey for your account.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(section.getByText("Twice", { exact: true })).toHaveCount(0);

  await signOut(page, user);
  await authenticator.setVerified(false);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. You can try again.")).toBeVisible();
});

test("an answer is good once, for this page, this ceremony and this user", async ({
  page,
  server,
  root,
  expectConsole,
}) => {
  expectConsole(expected);
  const { url } = byName(server);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  await addVirtualAuthenticator(page);
  await page.goto(`${url}/login`);
  await signInAs(page, user);
  await expect(page).toHaveURL(/\/browse/);
  await page.goto(`${url}/account`);
  await addPasskey(page, "Phone");
  await page.getByRole("button", { name: "I’ve saved them" }).click();
  await signOut(page, user);
  const sent = page.waitForRequest(/user\/login\/passkey$/);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const body: { passkey: { response: { signature: string } } } = (await sent).postDataJSON();
  await expect(page).toHaveURL(nextPage);

  const here = { url };
  const refused = async (path: string, given: unknown, at = here) =>
    (await call(at, path, { body: given })).answer.error;
  // Again, at another address of the same server, and as the second step of somebody's sign-in.
  expect(await refused("user/login/passkey", body)).toBe("auth/passkey");
  expect(await refused("user/login/passkey", body, server)).toBe("auth/passkey");
  const half = await call<{ pending: string; methods: string[] }>(here, "user/login", {
    body: { username: user.username, password: user.password },
  });
  expect(half.answer.data.methods).toEqual(["passkey", "recovery"]);
  const second = { username: user.username, pending: half.answer.data.pending, ...body };
  expect(await refused("user/login/second", second)).toBe("auth/passkey");
  // Of somebody else, who has only an app.
  const other = await makeUser(server, root);
  await setUpTotp(server, await signIn(server, other));
  const theirs = await call<{ pending: string; methods: string[]; passkey: unknown }>(here, "user/login", {
    body: { username: other.username, password: other.password },
  });
  expect([theirs.answer.data.methods, theirs.answer.data.passkey]).toEqual([["totp", "recovery"], null]);
  const stolen = { username: other.username, pending: theirs.answer.data.pending, ...body };
  expect(await refused("user/login/second", stolen)).toBe("auth/passkey");
});

test("where passkeys cannot work, the page says why and offers none", async ({ page, server, login }) => {
  await page.goto(`${server.url}/login`);
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toHaveCount(0);
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/account`);
  await expect(page.getByText("Passkeys don’t work with IP addresses.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add passkey" })).toHaveCount(0);
});
