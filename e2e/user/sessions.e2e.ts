import path from "node:path";
import { createClient } from "@libsql/client";
import type { Page } from "@playwright/test";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";
import { rootUser, startFiledeck } from "../support/start-filedeck";

const rules = { second_factor: "optional", max_days: 30, idle_minutes: 720, may_stay: true };

async function signInOn(page: Page, { username, password }: { username: string; password: string }, stay: boolean) {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("checkbox", { name: "Stay signed in" }).setChecked(stay);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/browse/);
}

test("administrators see where everybody is signed in, and sign them out", async ({
  page,
  browser,
  server,
  root,
  login,
  expectConsole,
}) => {
  expectConsole(/401/);
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const elsewhere = await browser.newPage({ locale: "en-US" });
  await elsewhere.goto(`${server.url}/login`);
  await signInOn(elsewhere, user, true);
  await login();
  await page.goto(`${server.url}/users`);
  await page.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByRole("heading", { name: "Sessions" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Username" }).fill(user.username);
  await page.getByRole("button", { name: "Filter" }).click();
  const row = page.getByRole("row", { name: user.username });
  await expect(row).toHaveCount(1);
  await expect(row.getByText("Stays signed in")).toBeVisible();
  expect.soft(await violationsInThemes(page)).toEqual([]);
  await row.getByRole("button", { name: /^Sign out/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("No active sessions")).toBeVisible();
  await expect(elsewhere.getByText("An administrator signed you out.")).toBeVisible();
  await elsewhere.close();
});

test("sessions are sorted over all pages, and the order stays with the filter", async ({
  page,
  server,
  root,
  login,
}) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  // As many as a user can have: with the administrator's own there is a second page.
  await Promise.all(Array.from({ length: 50 }, () => signIn(server, user)));
  await login();
  await page.goto(`${server.url}/users/sessions`);
  const rows = page.getByRole("rowgroup").last().getByRole("row");
  const started = page.getByRole("columnheader", { name: "Signed in" });
  await expect(rows.first()).toContainText("This browser");
  await expect(started).toHaveAttribute("aria-sort", "descending");
  await started.getByRole("button").click();
  await expect(started).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Filter" }).click();
  const next = page.getByRole("link", { name: "Next page" });
  await expect(next).toBeVisible();
  await expect(page.getByText("This browser")).toHaveCount(0);
  await expect(async () => {
    if (await next.isVisible()) await next.click();
    await expect(rows.last()).toContainText("This browser", { timeout: 1_000 });
  }).toPass();
  await expect(page).toHaveURL(/sort=started-up/);
  await page.getByRole("columnheader", { name: "Username" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=user-up$/);
});

test("all sessions of a user end from the list of users", async ({ page, server, root, login }) => {
  const user = await makeUser(server, root);
  const sessions: Session[] = [await signIn(server, user), await signIn(server, user)];
  await login();
  await page.goto(`${server.url}/users`);
  await page.getByLabel("Search users").fill(user.username);
  await page.getByRole("button", { name: `Actions for ${user.username}` }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText(`Ended 2 sessions of ${user.username}`).first()).toBeVisible();
  for (const session of sessions) {
    const { status, answer } = await call(server, "user/userInfo/get", { session });
    expect([status, answer.params]).toEqual([401, { reason: "administrator" }]);
  }
});

test("who does not stay gets a cookie that goes with the browser; how long sessions last is a setting", async ({
  server,
  root,
}) => {
  const cookieOf = async (body: object) => {
    const { headers } = await call(server, "user/login", { body: { ...rootUser, ...body } });
    return headers.getSetCookie().find((line) => line.startsWith("filedeck.session.")) ?? "";
  };
  const daysOf = (cookie: string) =>
    Math.round((Date.parse(/Expires=([^;]+)/.exec(cookie)?.[1] ?? "") - Date.now()) / 86_400_000);
  const set = (change: object) => call(server, "setting/sign-in", { session: root, body: { ...rules, ...change } });
  // A month longer than the session: for the reason why it ended.
  expect(daysOf(await cookieOf({}))).toBe(60);
  expect(await cookieOf({ stay: false })).not.toContain("Expires");
  expect((await set({ max_days: 7 })).status).toBe(200);
  expect(daysOf(await cookieOf({}))).toBe(37);
  const ends = await call<{ sessions: { ends_at: number }[] }>(server, "user/sessions/all?limit=1", { session: root });
  const [newest] = ends.answer.data.sessions;
  expect(Math.round(((newest?.ends_at ?? 0) - Date.now()) / 86_400_000)).toBe(7);
  await set({ may_stay: false });
  expect(await cookieOf({ stay: true })).not.toContain("Expires");
  expect((await call<{ may_stay: boolean }>(server, "user/setup")).answer.data.may_stay).toBe(false);
  for (const change of [{ max_days: 0 }, { max_days: 366 }, { idle_minutes: 1 }])
    expect((await set(change)).status).toBe(400);
  await set({});
  const log = await call<{ entries: { action: string }[] }>(server, "audit/list?action=POST setting/sign-in&limit=1", {
    session: root,
  });
  expect(log.answer.data.entries).toHaveLength(1);
});

test("doing nothing is warned of, and doing something goes on", async ({ page, expectConsole }) => {
  expectConsole(/401|request outside|ERR_/);
  const server = await startFiledeck();
  try {
    const root = await signIn(server);
    await call(server, "setting/sign-in", { session: root, body: { ...rules, idle_minutes: 5 } });
    await page.clock.install();
    await page.goto(`${server.url}/login`);
    await signInOn(page, rootUser, false);
    // The address changes before the page is there, which counts from when it is.
    await expect(page.getByRole("button", { name: "Account menu for root" })).toBeVisible();
    const warning = page.getByText(/^You’ll be signed out in \d+ seconds?\./);
    await page.clock.fastForward("04:20");
    await expect(warning).toBeVisible();
    const told = page.waitForRequest(/user\/active$/);
    await page.mouse.move(200, 200);
    await page.clock.fastForward("00:20");
    await told;
    await expect(warning).toHaveCount(0);
    // What the server did not hear of is told again, and only once at a time.
    let tries = 0;
    await page.route(/user\/active$/, async (route) => {
      tries += 1;
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await route.abort();
    });
    await page.mouse.move(240, 240);
    const failed = page.waitForEvent("requestfailed");
    await page.clock.fastForward("00:20");
    await failed;
    expect(tries).toBe(1);
    await page.unroute(/user\/active$/);
    const toldAgain = page.waitForResponse(/user\/active$/);
    await page.clock.fastForward("00:20");
    expect((await toldAgain).status()).toBe(200);
    // The server is asked once the browser's time is over, and its own is not yet: nothing happens but the question.
    await page.clock.fastForward("05:30");
    await expect(page.getByText("You’ll be signed out in 0 seconds.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Account menu for root" })).toBeVisible();
  } finally {
    await server.remove();
  }
});

test("a session in which nothing was done is over, also after a restart, and says why", async () => {
  const first = await startFiledeck();
  const left = await call<{ token: string }>(first, "user/login", { body: { ...rootUser, stay: false } });
  const cookie = left.headers.getSetCookie().find((line) => line.startsWith("filedeck.session.")) ?? "";
  const session: Session = { ...rootUser, cookie: cookie.split(";")[0] ?? "", token: left.answer.data.token };
  await first.stop();
  const db = createClient({ url: `file:${path.join(first.dataDir, "filedeck.db")}` });
  const longAgo = new Date(Date.now() - 13 * 3_600_000).toISOString().replace("Z", "+00:00");
  await db.execute({ sql: 'UPDATE "Session" SET "activeAt" = ?', args: [longAgo] });
  db.close();
  const again = await startFiledeck({ workDir: first.workDir });
  try {
    const { status, answer } = await call(again, "user/userInfo/get", { session });
    expect([status, answer.params]).toEqual([401, { reason: "idle" }]);
    expect((await call(again, "user/active", { session, body: {} })).status).toBe(401);
  } finally {
    await again.remove();
  }
});
