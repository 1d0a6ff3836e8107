import { existsSync } from "node:fs";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { dock, endAll, openDock, shown, tabs } from "./support";

test("a terminal is shown to another user, who types only where that is allowed, and loses it again", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  browser,
  expectConsole,
}) => {
  expectConsole(/404 \(Not Found\)/);
  const user = await makeUser(server, root, { permissions: ["terminal"] });
  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const guest = await context.newPage();
  await enter(guest, server, await signIn(server, user));
  await login();
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  await page.keyboard.type("echo shown-$((40+2))\n");
  await dock(page).getByRole("button", { name: "Share terminal" }).click();
  const dialog = page.getByRole("dialog", { name: "Share terminal" });
  await dialog.getByLabel("Username").fill("no-such-user");
  await dialog.getByRole("button", { name: "Share", exact: true }).click();
  await expect(dialog.getByText("There is no user “no-such-user”")).toBeVisible();
  await dialog.getByLabel("Username").fill(user.username);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("listitem")).toContainText(user.username);
  expect(await violationsInThemes(page)).toEqual([]);

  await guest.goto(`${server.url}/terminal`);
  await expect(tabs(guest).first()).toContainText("root");
  await expect.poll(() => shown(guest)).toContain("shown-42");
  await expect(guest.getByText("View only: you see what root does")).toBeVisible();
  await guest.locator(".xterm").click();
  await guest.keyboard.type("echo int''ruder\n");
  await dialog.getByLabel("Can type").click();
  await expect(dialog.getByLabel("Can type")).toBeChecked();
  await page.keyboard.press("Escape");
  // The screen is opened anew, with a keyboard.
  await expect
    .poll(async () => {
      await guest.locator(".xterm").click();
      await guest.keyboard.type("echo hel''per\n");
      return shown(page);
    })
    .toContain("helper");
  expect(await shown(page)).not.toContain("intruder");

  await dock(page).getByRole("button", { name: "Share terminal" }).click();
  await dialog.getByRole("button", { name: `Stop sharing with “${user.username}”` }).click();
  await expect(guest.locator(".xterm")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await context.close();
  await endAll(page);
});

test("who was shown a terminal stops watching it: it is gone for them alone, and goes on", async ({
  page,
  login,
  server,
  root,
  tempRoot,
  browser,
}) => {
  const user = await makeUser(server, root, { permissions: ["terminal"] });
  const guestSession = await signIn(server, user);
  const owner = await login();
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  await page.keyboard.type("echo shell-$$-\n");
  await expect.poll(() => shown(page)).toMatch(/shell-\d+-/);
  const shell = /shell-(\d+)-/.exec(await shown(page))?.[1] ?? "none";
  const terminalsOf = async (session: typeof owner) =>
    (await call<{ terminals: TerminalInfo[] }>(server, "terminal", { session })).answer.data.terminals;
  const [terminal] = await terminalsOf(owner);
  const guests = [{ username: user.username, mayType: false }];
  const shared = await call(server, "terminal/share", { session: owner, body: { id: terminal?.id, guests } });
  expect(shared.status, shared.text).toBe(200);

  const context = await browser.newContext({ viewport: { width: 900, height: 700 } });
  const guest = await context.newPage();
  await enter(guest, server, guestSession);
  await guest.goto(`${server.url}/terminal`);
  const watched = tabs(guest).filter({ hasText: "root" });
  await expect(watched).toHaveCount(1);
  await watched.click();
  await guest.keyboard.press("Delete");
  await expect(watched).toHaveCount(0);
  expect((await terminalsOf(guestSession)).filter(({ owner: name }) => name !== null)).toEqual([]);
  expect((await terminalsOf(owner)).map(({ id, guests: left, exit }) => [id, left, exit])).toEqual([
    [terminal?.id, [], null],
  ]);
  expect(existsSync(`/proc/${shell}`)).toBe(true);
  await page.keyboard.type("echo still-$((40+2))\n");
  await expect.poll(() => shown(page)).toContain("still-42");
  await context.close();
  await endAll(page);
});
