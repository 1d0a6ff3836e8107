import { call } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";
import { dock, endAll, openDock, shown } from "./support";

test("what terminals look like is chosen once, seen at once, and kept", async ({ page, login, server, tempRoot }) => {
  const session = await login();
  const info = async () =>
    (await call<{ user_data: { terminal: object } }>(server, "user/userInfo/get", { session })).answer.data;
  const { terminal: usual } = (await info()).user_data;
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  const rows = async (name: string) => {
    await page.keyboard.type(`clear; echo ${name}-$(tput lines)\n`);
    await expect.poll(() => shown(page)).toMatch(new RegExp(`^\\s*${name}-\\d+`));
    return Number(new RegExp(`${name}-(\\d+)`).exec(await shown(page))?.[1]);
  };
  const before = await rows("before");
  await dock(page).getByRole("button", { name: "Terminal preferences" }).click();
  const dialog = page.getByRole("dialog", { name: "Terminal preferences" });
  await dialog.getByLabel("Font size").fill("26");
  await dialog.getByText("Underline").click();
  await dialog.getByLabel("Bell").getByText("Flash").click();
  await dialog.getByRole("combobox", { name: "Font", exact: true }).selectOption("DejaVu Sans Mono");
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
  await page.keyboard.press("Escape");
  await dock(page).getByRole("tabpanel").click();
  expect(await rows("after")).toBeLessThan(before * 0.7);
  await expect.poll(info).toMatchObject({
    user_data: { terminal: { fontSize: 26, cursor: "underline", bell: "visual", font: "DejaVu Sans Mono" } },
  });
  await endAll(page);
  // Other tests count the columns of the same user's terminals.
  await call(server, "user/userInfo/update", { session, body: { terminal: usual } });
  expect((await info()).user_data.terminal).toEqual(usual);
});

test("programs write to the clipboard only where the user lets them, and selecting copies where they want it", async ({
  page,
  login,
  server,
  tempRoot,
  context,
}) => {
  await login();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.url}/browse/${tempRoot({ "a.txt": "" }).path}`);
  await openDock(page);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const program = async (text: string) => {
    await page.keyboard.type(`printf '\\e]52;c;%s\\a' $(printf '${text}' | base64); echo do''ne-${text}\n`);
    await expect.poll(() => shown(page)).toContain(`done-${text}`);
  };
  await page.evaluate(() => navigator.clipboard.writeText("mine"));
  // Asking for what is in it is never answered, nor is it said.
  const hint = dock(page).getByText(/^A program tried to write to the clipboard/);
  await page.keyboard.type("printf '\\e]52;c;?\\a'; read -t 1 -n 9 answer; echo got-\"<$answer>\"\n");
  await expect.poll(() => shown(page)).toContain("got-<>");
  await expect(hint).toBeHidden();
  await program("stolen");
  expect(await clipboard()).toBe("mine");
  // Said once for each terminal, with the way to where it is allowed.
  await expect(hint).toHaveText(/turn on “Let programs write to the clipboard” in Terminal preferences\.$/);
  await dock(page).getByRole("button", { name: "OK" }).click();
  await dock(page).getByRole("tabpanel").click();
  await program("again");
  await expect(hint).toBeHidden();
  await dock(page).getByRole("button", { name: "New terminal" }).click();
  await expect(dock(page).getByRole("tab")).toHaveCount(2);
  await program("other");
  await expect(hint).toBeVisible();
  await hint.locator("xpath=..").getByRole("button", { name: "Terminal preferences" }).click();
  const dialog = page.getByRole("dialog", { name: "Terminal preferences" });
  await dialog.getByRole("switch", { name: "Let programs write to the clipboard" }).click();
  await dialog.getByRole("switch", { name: "Copy on select" }).click();
  await dialog.getByLabel("Right-click").selectOption("Copy selection or paste");
  await page.keyboard.press("Escape");
  await dock(page).getByRole("tabpanel").click();
  await expect(hint).toBeHidden();
  await program("allowed");
  await expect.poll(clipboard).toBe("allowed");
  await page.keyboard.type("clear; echo sele''ction\n");
  await expect.poll(() => shown(page)).toMatch(/^selection/);
  await dock(page)
    .getByRole("tabpanel")
    .dblclick({ position: { x: 30, y: 14 } });
  await expect.poll(clipboard).toBe("selection");
  await page.keyboard.type("echo [");
  await dock(page)
    .getByRole("tabpanel")
    .click({ position: { x: 300, y: 60 } });
  await dock(page)
    .getByRole("tabpanel")
    .click({ button: "right", position: { x: 300, y: 60 } });
  await expect.poll(() => shown(page)).toContain("echo [selection");
  await page.keyboard.type("]\n");
  await expect.poll(() => shown(page)).toContain("echo [selection]");
  await endAll(page);
});

test("who may set limits and is no administrator is not asked for the shell and the account", async ({
  page,
  login,
  server,
}) => {
  await login({ permissions: ["file_read", "pty_cmd_update"] });
  await page.goto(`${server.url}/settings`);
  const form = page.getByRole("form", { name: "Terminals" });
  await expect(form.getByLabel("Terminals per user")).toBeVisible();
  await expect(form.getByLabel("Shell", { exact: true })).toHaveCount(0);
  await expect(form.getByLabel("Account for other users")).toHaveCount(0);
  await form.getByLabel("Terminals per user").fill("0");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter a number from 1 to 200")).toBeVisible();
});
