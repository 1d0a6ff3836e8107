import { chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { dock, endAll, keepBusy, openDock, setTerminals, shown, tabs } from "./support";

test("a shell outlives a reload, and goes on on another device with its screen as it was", async ({
  page,
  login,
  server,
  tempRoot,
  browser,
}) => {
  const session = await login();
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  await page.keyboard.type("x=$((40+2)); printf 'screen-%s\\n' $x\n");
  await expect.poll(() => shown(page)).toContain("screen-42");
  await page.reload();
  await expect.poll(() => shown(page)).toContain("screen-42");
  const other = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true });
  const phone = await other.newPage();
  await enter(phone, server, session);
  await phone.goto(`${server.url}/terminal`);
  await expect.poll(() => shown(phone)).toContain("screen-42");
  await phone.getByRole("toolbar", { name: "Terminal keys" }).getByRole("button", { name: "Up" }).click();
  await expect.poll(() => shown(phone)).toMatch(/screen-42[^]*printf/);
  await phone.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toMatch(/screen-42[^]*screen-42/);
  await phone.getByRole("button", { name: "Ctrl", exact: true }).click();
  await phone.keyboard.type("d");
  await expect(dock(page).getByRole("status")).toHaveText("The program has ended without an error");
  await other.close();
  await dock(page).getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("No terminals open")).toBeVisible();
});

test("on a phone the shell has as many columns as can be seen, and keys to stop a program and to paste", async ({
  browser,
  login,
  server,
}) => {
  const session = await login();
  const context = await browser.newContext({ viewport: { width: 390, height: 780 }, hasTouch: true });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const phone = await context.newPage();
  await enter(phone, server, session);
  await phone.goto(`${server.url}/terminal`);
  await expect.poll(() => shown(phone)).toMatch(/[$#]/);
  let [columns, asked] = [0, 0];
  // A terminal that others look at as well is as narrow as the narrowest of them, until those are gone.
  await expect(async () => {
    // Each has an answer of its own: of equal ones a full screen shows as many before as after.
    const said = new RegExp(`\\d+ (\\d+)\\s+sized-${++asked}\\b`);
    await phone.keyboard.type(`stty size; printf '%s\\n' si''zed-${asked}\n`);
    await expect.poll(() => shown(phone)).toMatch(said);
    columns = Number(said.exec(await shown(phone))?.[1]);
    expect(columns).toBeGreaterThan(30);
  }).toPass();
  // All of them: the rows are as wide as the columns are.
  const box = await phone.locator(".xterm-rows").boundingBox();
  expect(box === null ? Infinity : box.x + box.width).toBeLessThanOrEqual(390);
  expect((box?.width ?? 0) / columns).toBeGreaterThan(5);
  const keys = phone.getByRole("toolbar", { name: "Terminal keys" });
  await phone.keyboard.type("sleep 100\n");
  await keys.getByRole("button", { name: "Ctrl+C" }).click();
  await expect.poll(() => shown(phone)).toMatch(/sleep 100\s+\^C/);
  await phone.evaluate(() => navigator.clipboard.writeText("echo past''ed\n"));
  await keys.getByRole("button", { name: "Paste" }).click();
  // The clipboard is read meanwhile.
  await expect.poll(() => shown(phone)).toContain("past''ed");
  await phone.keyboard.press("Enter");
  await expect.poll(() => shown(phone)).toMatch(/\npasted/);
  await endAll(phone);
  await context.close();
});

test("who opens one on the page of the terminals finds it there alone, and below other pages when they ask for it", async ({
  page,
  login,
  server,
}) => {
  await login();
  await page.goto(`${server.url}/terminal`);
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Users" })).toBeVisible();
  const ask = page.getByRole("button", { name: "Show terminals" });
  await expect(ask).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
  await ask.click();
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  await endAll(page);
});

test("a folder is opened in the terminal, and the tab follows the shell", async ({ page, login, server, tempRoot }) => {
  await login();
  await page.goto(`${server.url}/browse/${tempRoot({ shop: { images: {} } }).path}`);
  await page.getByRole("row", { name: /shop/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Open in terminal" }).click();
  await expect(tabs(page)).toHaveText(["shop"]);
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  await page.keyboard.type("cd images\n");
  await expect(tabs(page)).toHaveText(["images"]);
  await page.keyboard.type("exit 7\n");
  await expect(dock(page).getByRole("status")).toHaveText("The program exited with code 7");
  await dock(page).getByRole("button", { name: "Close", exact: true }).click();
});

test("several terminals have tabs, which keys and the middle button handle; nothing there breaks a rule of access", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  await login();
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  await dock(page).getByRole("button", { name: "New terminal" }).click();
  await expect(tabs(page)).toHaveCount(2);
  await expect(tabs(page).nth(1)).toHaveAttribute("aria-selected", "true");
  await tabs(page).nth(1).press("ArrowLeft");
  await expect(tabs(page).first()).toHaveAttribute("aria-selected", "true");
  const grip = page.getByRole("separator", { name: "Resize terminals" });
  const before = Number(await grip.getAttribute("aria-valuenow"));
  await grip.press("ArrowUp");
  await expect(grip).toHaveAttribute("aria-valuenow", String(before + 24));
  expect(await violationsInThemes(page, { within: "section[aria-label=Terminals]" })).toEqual([]);
  await page.keyboard.press("Control+Backquote");
  await expect(dock(page)).toHaveCount(0);
  // Hidden ones are found again without a key, also after a reload.
  await page.reload();
  await page.getByRole("button", { name: "Show terminals" }).click();
  await expect(tabs(page)).toHaveCount(2);
  await page.keyboard.press("Control+Backquote");
  await expect(dock(page)).toHaveCount(0);
  await page.keyboard.press("Control+Backquote");
  await endAll(page);
});

test("an idle shell ends without a question, and a dock without terminals stays closed after a reload", async ({
  page,
  login,
  server,
  tempRoot,
}) => {
  const session = await login();
  const running = async () =>
    (await call<{ terminals: { isIdle: boolean }[] }>(server, "terminal", { session })).answer;
  const areIdle = async () => (await running()).data.terminals.map(({ isIdle }) => isIdle);
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  await keepBusy(page);
  await tabs(page).first().click({ button: "middle" });
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await dock(page).getByRole("tabpanel").click();
  await page.keyboard.press("Control+C");
  await expect.poll(areIdle).toEqual([true]);
  await tabs(page).first().click({ button: "middle" });
  await expect(dock(page).getByText("No terminals open")).toBeVisible();
  expect(await areIdle()).toEqual([]);

  await page.reload();
  await expect(page.getByRole("grid")).toBeVisible();
  await expect(dock(page)).toHaveCount(0);
  // What would open one has had its turn when the page is at rest.
  await page.waitForLoadState("networkidle");
  await expect(dock(page)).toHaveCount(0);
  expect(await areIdle()).toEqual([]);

  // Shown, hidden and shown before the first is there: it is still one.
  for (let times = 0; times < 3; times++) await page.keyboard.press("Control+Backquote");
  await expect(tabs(page)).toHaveCount(1);
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  expect(await areIdle()).toHaveLength(1);
  await endAll(page);
  await page.keyboard.press("Control+Backquote");
  await expect(dock(page)).toHaveCount(0);
});

test("without the right there is no terminal to be seen, and the server refuses", async ({
  page,
  login,
  server,
  tempRoot,
  root,
}) => {
  const user = await makeUser(server, root, { permissions: ["file_read"] });
  const session = await signIn(server, user);
  for (const [where, init] of [
    ["terminal", {}],
    ["terminal", { body: { cols: 80, rows: 24 } }],
    ["terminal/end", { body: { id: "abc" } }],
    ["setting/terminal", {}],
  ] as const)
    expect((await call(server, where, { session, ...init })).status).toBe(403);
  await login({ permissions: ["file_read"] });
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await expect(page.getByRole("grid")).toBeVisible();
  await page.keyboard.press("Control+Backquote");
  await expect(page.getByRole("link", { name: "Terminal" })).toHaveCount(0);
  await expect(dock(page)).toHaveCount(0);
});

test("who is no administrator gets a shell of another account that sees their folders alone", async ({
  page,
  login,
  server,
  root,
  tempRoot,
}) => {
  const files = tempRoot({ own: { "a.txt": "in own" }, others: { "b.txt": "in others" } });
  // The account has no more rights than anybody on this machine.
  for (let { dir } = files; dir !== tmpdir(); dir = path.dirname(dir)) chmodSync(dir, 0o755);
  const rights = { permissions: ["file_read", "terminal"], access: [path.join(files.dir, "own")] } as const;
  const session = await signIn(server, await makeUser(server, root, rights));
  const refused = await call(server, "terminal", { session, body: { cols: 80, rows: 24 } });
  expect([refused.status, refused.answer.error]).toEqual([403, "terminal/no-account"]);
  await setTerminals(server, root, { account: "nobody" });
  await login(rights);
  await page.goto(`${server.url}/terminal`);
  await expect.poll(() => shown(page)).toMatch(/[$#]/);
  await page.keyboard.type(
    `id -un; cat ${files.dir}/*/*.txt; echo; ls /root /etc/shadow ${server.dataDir}; echo e''nd\n`,
  );
  await expect.poll(() => shown(page)).toContain("end");
  const text = await shown(page);
  expect(text).toMatch(/nobody\s+in own/);
  expect(text).not.toContain("in others");
  await setTerminals(server, root, { account: "" });
});
