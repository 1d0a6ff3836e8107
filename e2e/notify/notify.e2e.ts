import { contracts } from "@/lib/contracts/all";
import { call, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

test("lists what the server tells on all devices at once, until it is read or deleted", async ({
  server,
  page,
  browser,
  login,
}) => {
  const session = await login({ permissions: ["file_read"] });
  const other = await (await browser.newContext({ locale: "en-US" })).newPage();
  await enter(other, server, session);
  for (const one of [page, other]) await one.goto(`${server.url}/tasks`);
  const bell = (count: number) => ({
    name: count === 0 ? "Notifications" : `Notifications, ${count} new`,
    exact: true,
  });
  for (const one of [page, other]) await expect(one.getByRole("button", bell(0))).toBeVisible();
  await call(server, contracts.notify.testNotify.path, { session, body: {} });
  await call(server, contracts.notify.testNotify.path, { session, body: {} });
  for (const one of [page, other]) await one.getByRole("button", bell(2)).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Test notification" })).toHaveCount(2);
  await page.getByRole("button", { name: "Delete notification “Test notification”" }).first().click();
  await expect(other.getByRole("listitem").filter({ hasText: "Test notification" })).toHaveCount(1);
  await other.getByRole("button", { name: "Mark all as read" }).click();
  for (const one of [page, other]) await expect(one.getByRole("button", bell(0))).toBeVisible();
  await page.reload();
  await page.getByRole("button", bell(0)).click();
  await page.getByRole("button", { name: "Clear all" }).click();
  await expect(page.getByText("No notifications yet")).toBeVisible();
  await expect(other.getByText("No notifications yet")).toBeVisible();
  await other.context().close();
});

test("pushes to a browser without an open page, below a base path", async ({ page, context, expectConsole }) => {
  const server = await startFiledeck({ basePath: "/deck" });
  expectConsole(new RegExp(`^request outside: ${server.url}|ERR_CONNECTION_REFUSED`));
  try {
    await context.grantPermissions(["notifications"], { origin: new URL(server.url).origin });
    // The browser's own push service is somewhere in the internet.
    await page.addInitScript(() => {
      const keys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };
      const subscription = {
        endpoint: "https://127.0.0.1:9/one",
        toJSON: () => ({ endpoint: "https://127.0.0.1:9/one", keys }),
      };
      PushManager.prototype.subscribe = () => Promise.resolve(subscription as unknown as PushSubscription); // what the page reads of one
      // Headless it says "denied", whatever was granted.
      Object.defineProperty(Notification, "permission", { get: () => "granted" });
      // As the browser says it of a network that changes while the script is fetched.
      const dropped = new TypeError("An unknown error occurred when fetching the script.");
      const { serviceWorker } = navigator;
      const register = serviceWorker.register.bind(serviceWorker);
      serviceWorker.register = (...args) => {
        const left = Number(sessionStorage.getItem("drops") ?? 0);
        sessionStorage.setItem("drops", String(left - 1));
        return left > 0 ? Promise.reject(dropped) : register(...args);
      };
    });
    await enter(page, server, await signIn(server));
    await page.goto(`${server.url}/account`);
    const turnOn = page.getByRole("button", { name: "Turn on in this browser" });
    // The list of sessions has a line for this browser, too.
    const turnOff = page.getByRole("button", { name: /^Turn off for Chrome/ });
    await page.evaluate(() => sessionStorage.setItem("drops", "1"));
    await turnOn.click();
    await expect(turnOff).toBeVisible();
    const message = { id: "m1", title: "Space used on /srv: 93%", text: "The limit is 90%.", link: "/system/alerts" };
    const [worker] = context.serviceWorkers();
    expect(worker?.url()).toBe(`${server.url}/push-worker.js`);
    // A headless browser shows none: what it is asked to show is looked at.
    const shown = await worker?.evaluate((data) => {
      const asked: unknown[] = [];
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      registration.showNotification = (title, options) => {
        asked.push([title, options?.body, options?.tag, registration.scope]);
        return Promise.resolve();
      };
      const event = new Event("push");
      Object.assign(event, { data: { json: () => JSON.parse(data) as unknown }, waitUntil: () => {} });
      globalThis.dispatchEvent(event);
      return asked;
    }, JSON.stringify(message));
    expect(shown).toEqual([[message.title, message.text, message.id, `${server.url}/`]]);
    await turnOff.click();
    await expect(turnOn).toBeVisible();

    // A network that stays away is told, and the next page does what was asked for.
    await page.evaluate(() => sessionStorage.setItem("drops", "4"));
    await turnOn.click();
    await expect(page.getByText("Can’t reach the server").first()).toBeAttached();
    await page.reload();
    await expect(turnOff).toBeVisible();
  } finally {
    await server.remove();
  }
});

test("asks an administrator for the mail server and webhooks, and nobody else", async ({
  server,
  page,
  login,
  expectConsole,
}) => {
  expectConsole(/status of 422/);
  await login();
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "Add webhook" });
  await dialog.getByLabel("Name").fill("Pager");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter a URL that begins with http:// or https://")).toBeVisible();
  await dialog.getByLabel("URL").fill("http://127.0.0.1:9/hook");
  await dialog.getByRole("button", { name: "Save" }).click();
  const secret = page.getByRole("dialog", { name: "Secret of “Pager”" });
  await expect(secret.getByText(/^[A-Za-z0-9]{40}$/)).toBeVisible();
  await secret.getByRole("button", { name: "Close" }).click();
  await page.getByRole("switch", { name: "Send email" }).click();
  await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await page.getByRole("form", { name: "Mail server" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter the server and the sender").first()).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.reload();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks yet")).toBeVisible();

  await page.goto(`${server.url}/account`);
  const ways = page.getByRole("table", { name: "Notifications" }).getByRole("columnheader");
  await expect(ways.filter({ hasText: "Push" })).toContainText("Not set up");
  await expect(ways.filter({ hasText: "Email" })).toContainText("Not set up");
  await expect(ways.filter({ hasText: "List" })).not.toContainText("Not set up");

  await login({ permissions: ["file_read", "webdav_setting"] });
  await page.goto(`${server.url}/settings`);
  await expect(page.getByRole("heading", { name: "WebDAV" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Webhooks" })).toHaveCount(0);
});
