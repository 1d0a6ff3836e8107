import { expect } from "@playwright/test";
import { solveChallenge } from "@/lib/server/session/solve-fixture";
import { call, signIn } from "../support/api-client";
import { serverTest as test } from "../support/server-test";
import { rootUser, startFiledeck } from "../support/start-filedeck";

test("the link in the log makes the first account, once", async ({ page }) => {
  const server = await startFiledeck({ env: { FILEDECK_ADMIN_PASSWORD: "" } });
  try {
    const link = /\S+\/setup\?token=(\S+)/.exec(server.output())?.[0] ?? "";
    expect(link).not.toBe("");
    await page.goto(`${server.url}/`);
    await expect(page.getByRole("heading", { name: "Set up Filedeck" })).toBeVisible();
    await page.getByLabel("Setup link or code").fill("https://example.org/nonsense");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("This isn’t a setup link")).toBeVisible();
    await page.getByLabel("Setup link or code").fill(link);
    await page.getByRole("button", { name: "Continue" }).click();

    await expect(page.getByRole("heading", { name: "Create your administrator account" })).toBeVisible();
    await page.getByLabel("Username").fill("the captain");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByLabel("Confirm password").fill("other");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByText("1–64 characters, no spaces, slashes, or colons")).toBeVisible();
    await expect(page.getByText("At least 8 characters")).toBeVisible();
    await expect(page.getByText("Passwords don’t match")).toBeVisible();
    await page.getByLabel("Username").fill("captain");
    await page.getByLabel("Password", { exact: true }).fill("a-long-password-7");
    await page.getByLabel("Confirm password").fill("a-long-password-7");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/browse/);
    await signIn(server, { username: "captain", password: "a-long-password-7" });

    await page.goto(`${server.url}/setup?token=AAAAAAAAAAAAAAAA`);
    await expect(page.getByRole("heading", { name: "Filedeck is already set up" })).toBeVisible();
  } finally {
    await server.remove();
  }
});

test("too many attempts show the seconds to wait, then it works", async ({ page }) => {
  const server = await startFiledeck();
  try {
    await page.goto(`${server.url}/`);
    await page.getByLabel("Username").fill(rootUser.username);
    const button = page.getByRole("button", { name: "Sign in" });
    for (let tries = 0; tries < 7; tries++) {
      await page.getByLabel("Password", { exact: true }).fill(`wrong ${tries}`);
      const answered = page.waitForResponse(/user\/login/);
      await button.click();
      if ((await answered).status() === 429) break;
    }
    await expect(page.getByText("Too many attempts")).toBeVisible();
    await expect(page.getByText("You can try again now.")).toBeVisible();
    await page.getByLabel("Password", { exact: true }).fill(rootUser.password);
    await button.click();
    await expect(page).toHaveURL(/\/browse/);
  } finally {
    await server.remove();
  }
});

test("a stranger's wrong passwords make a new browser wait, which a proof of work passes", async ({ page }) => {
  const server = await startFiledeck();
  try {
    const fail = (proof?: string) =>
      call(server, "user/login", { body: { username: rootUser.username, password: "wrong", proof } });
    for (let tries = 0; tries < 5; tries++) await fail();
    // Each of these doubles the wait.
    for (let tries = 0; tries < 5; tries++) {
      const body = { username: rootUser.username };
      const { answer } = await call<{ challenge: string; difficulty: number }>(server, "user/challenge", { body });
      expect((await fail(solveChallenge(answer.data))).status).toBe(401);
    }
    await page.goto(`${server.url}/`);
    await page.getByLabel("Username").fill(rootUser.username);
    await page.getByLabel("Password", { exact: true }).fill(rootUser.password);
    const button = page.getByRole("button", { name: "Sign in" });
    await button.click();
    await expect(page.getByText("Too many attempts")).toBeVisible();
    await expect(button).toBeDisabled();
    await page.getByRole("button", { name: "I’m not a robot" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Done. You can sign in now." })).toBeVisible();
    await button.click();
    await expect(page).toHaveURL(/\/browse/);
    const device = (await page.context().cookies()).find(({ name }) => name.startsWith("filedeck.device"));
    expect([device?.httpOnly, device?.sameSite, device?.path]).toEqual([true, "Lax", "/api/user/login"]);
  } finally {
    await server.remove();
  }
});

for (const basePath of ["/files", "/a/b"])
  test(`works mounted at ${basePath}`, async ({ page }) => {
    const server = await startFiledeck({ basePath });
    try {
      await page.goto(`${server.url}/account`);
      await expect(page).toHaveURL(new RegExp(`${basePath}/?$`));
      await page.getByLabel("Username").fill(rootUser.username);
      await page.getByLabel("Password", { exact: true }).fill(rootUser.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page).toHaveURL(`${server.url}/account`);
      await page.getByRole("link", { name: "Users" }).click();
      await expect(page).toHaveURL(`${server.url}/users`);
      await expect(page.getByRole("table", { name: "Users" })).toContainText(rootUser.username);
    } finally {
      await server.remove();
    }
  });
