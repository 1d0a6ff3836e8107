import type { Page } from "@playwright/test";
import type { AuditEntry } from "@/lib/contracts/audit";
import { client, startProvider } from "@/lib/server/user/oidc/provider-fixture";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { readDatabase } from "../support/read-database";
import { rootUser, startFiledeck, type Filedeck } from "../support/start-filedeck";
import { expect, test } from "../support/test";
import { signInAs } from "./sign-in-as";

let server: Filedeck;
let root: Session;
let provider: Awaited<ReturnType<typeof startProvider>>;

test.beforeAll(async () => {
  server = await startFiledeck({ basePath: "/deck" });
  root = await signIn(server);
  const people = {
    "sub-root": { preferred_username: "the-boss" },
    "sub-tom": { preferred_username: "tom", groups: ["staff"] },
  };
  provider = await startProvider({ people, redirectUri: `${server.url}/login/oidc` });
});
test.afterAll(async () => {
  await provider.close();
  await server.remove();
});

async function passProvider(page: Page, login: string) {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

const menuOf = (page: Page, username: string) => page.getByRole("button", { name: `Account menu for ${username}` });
const providerButton = (page: Page) => page.getByRole("button", { name: "Sign in with Home ID" });

async function signOut(page: Page, username: string) {
  await menuOf(page, username).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
}

test("an administrator sets a provider up and links an account; somebody new gets in by their group", async ({
  page,
  expectConsole,
}) => {
  // The provider's own pages, and what it refuses.
  expectConsole(new RegExp(`40[13]|${provider.issuer}|Content Security Policy|request outside`));
  await page.route("https://fonts.googleapis.com/**", (route) => route.fulfill({ contentType: "text/css", body: "" }));
  const { roleId } = await makeUser(server, root, { permissions: ["file_read"] });
  const { answer } = await call<{ roles: { id: string; name: string }[] }>(server, "user/roles", { session: root });
  const roleName = answer.data.roles.find(({ id }) => id === roleId)?.name ?? "";

  await page.goto(`${server.url}/login`);
  await expect(page.getByLabel("Username")).toBeVisible();
  await expect(providerButton(page)).toHaveCount(0);
  await signInAs(page, rootUser);
  await expect(menuOf(page, "root")).toBeVisible();
  await page.goto(`${server.url}/settings`);
  const section = page.getByRole("region", { name: "Single sign-on" });
  await section.getByLabel("Offer it on the sign-in page").check();
  await expect(section.getByText(`${server.url}/login/oidc`)).toBeVisible();
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Cannot be empty").first()).toBeVisible();
  await section.getByLabel("Provider’s name").fill("Home ID");
  await section.getByLabel("Issuer URL").fill(provider.issuer);
  await section.getByLabel("Client ID").fill(client.id);
  await section.getByLabel("Client secret", { exact: true }).fill(client.secret);
  await section.getByLabel("Scopes").fill("openid profile groups");
  await expect(section.getByText("Must start with https://")).toBeVisible();
  await section.getByLabel("Allow private addresses").check();
  await section.getByLabel("Create users who sign in for the first time").check();
  await section.getByLabel("Claim for groups").fill("groups");
  await section.getByRole("button", { name: "Add group" }).click();
  await section.getByLabel("Group", { exact: true }).fill("staff");
  await section.getByLabel("Role", { exact: true }).selectOption(roleName);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(section.getByText("Saved. Leave empty to keep it.")).toBeVisible();
  expect.soft(await violationsInThemes(page)).toEqual([]);

  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Link Home ID" }).click();
  await passProvider(page, "sub-root");
  await expect(page.getByText("the-boss is now linked to your account").first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Linked accounts" }).getByText("the-boss")).toBeVisible();
  await signOut(page, "root");
  // The provider knows them still and asks for nothing.
  await providerButton(page).click();
  await expect(menuOf(page, "root")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await page.goto(`${server.url}/account`);
  await page.getByRole("button", { name: "Unlink the-boss" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Unlink" }).click();
  await expect(page.getByText("the-boss is no longer linked").first()).toBeVisible();
  const linked = `SELECT * FROM "Identity" JOIN "User" ON "User".id = "Identity".userId WHERE username = ?`;
  expect(await readDatabase(server, linked, "root")).toEqual([]);

  await signOut(page, "root");
  await page.context().clearCookies();
  await providerButton(page).click();
  await passProvider(page, "sub-tom");
  await expect(menuOf(page, "tom")).toBeVisible();
  const log = await call<{ entries: AuditEntry[] }>(server, "audit/list?username=tom&limit=1", { session: root });
  expect(log.answer.data.entries[0]).toMatchObject({ action: "POST user/login/oidc", outcome: "success" });
  await page.goto(`${server.url}/account`);
  await expect(page.getByText("Created your account")).toBeVisible();
  expect.soft(await violationsInThemes(page)).toEqual([]);

  // Who gives up at the provider is told so, and an old answer is none.
  await signOut(page, "tom");
  await page.context().clearCookies();
  await providerButton(page).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByText("Home ID didn’t sign you in")).toBeVisible();
  await page.goto(`${server.url}/login/oidc?code=x&state=login-x`);
  await expect(page.getByText("This sign-in took too long")).toBeVisible();
  await page.getByRole("button", { name: "Go to sign-in" }).click();
  await expect(page.getByLabel("Username")).toBeVisible();
});
