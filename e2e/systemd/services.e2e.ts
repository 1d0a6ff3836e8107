import type { Page } from "@playwright/test";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

const unit = "talker.service";
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const choose = async (page: Page, name: string, action: string) => {
  await rowOf(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

let on: OnSystemd;
const state = async () => (await on.systemd.run("systemctl", "is-active", unit)).said.split("\n")[0];
const file = async () => (await on.systemd.run("systemctl", "is-enabled", unit)).said.split("\n")[0];

test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
  const lines = [
    "[Unit]",
    "Description=Says something each second",
    "[Service]",
    "ExecStart=/bin/sh -c 'while :; do echo beat; sleep 1; done'",
    "[Install]",
    "WantedBy=multi-user.target",
  ];
  const write = `printf '%s\\n' "$@" > /etc/systemd/system/${unit}; systemctl daemon-reload`;
  expect((await on.systemd.run("sh", "-c", write, "sh", ...lines)).code).toBe(0);
});
test.afterAll(() => on.stop());

test("a service is started, stopped after a question, and followed in its journal", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await expect(rowOf(page, "dbus.service")).toContainText("Running");
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("searchbox", { name: "Name or description" }).fill("talker");
  await expect(rowOf(page, unit)).toContainText("Not running", { timeout: 25_000 });
  await choose(page, unit, "Start now and at boot");
  await expect(rowOf(page, unit)).toContainText("Running");
  await expect.poll(state).toBe("active");
  expect(await file()).toBe("enabled");

  await rowOf(page, unit).click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("Says something each second");
  await expect(details.getByRole("log")).toContainText("beat");
  await details.getByText("Unit files").click();
  await expect(details).toContainText("WantedBy=multi-user.target");
  await details.getByRole("button", { name: "Stop", exact: true }).click();
  const question = page.getByRole("dialog", { name: `Stop ${unit}?` });
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await state()).toBe("active");
  await page.keyboard.press("Escape");

  await choose(page, unit, "Edit override…");
  const editor = page.getByRole("dialog", { name: `Override for ${unit}` });
  await editor.getByRole("textbox", { name: "Settings" }).fill("[Service]\nNice=five\n");
  await editor.getByRole("button", { name: "Review changes" }).click();
  await expect(editor.getByRole("alert")).toContainText(/nice/i);
  await editor.getByRole("button", { name: "Back" }).click();
  await editor.getByRole("textbox", { name: "Settings" }).fill("[Service]\nNice=5\n");
  await editor.getByRole("button", { name: "Review changes" }).click();
  await expect(editor.getByRole("group", { name: "Changes" })).toContainText("Added: +Nice=5");
  expect(await violationsInThemes(page)).toEqual([]);
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  await choose(page, unit, "Restart");
  await page.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
  await expect
    .poll(async () => (await on.systemd.run("systemctl", "show", "--value", "--property=Nice", unit)).said.trim())
    .toBe("5");

  await choose(page, unit, "Journal");
  const log = page.getByRole("log", { name: `Journal of ${unit}` });
  await expect(log).toContainText("beat");
  const count = async () => Number(await log.locator("[data-index]").last().getAttribute("data-index"));
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 2);
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("searchbox", { name: "Find in messages" }).fill("nothing like it");
  await expect(page.getByText("No messages")).toBeVisible();

  await page.goto(`${on.url}/services`);
  await choose(page, unit, "Stop and don’t start at boot");
  await page.getByRole("dialog").getByRole("button", { name: "Stop and don’t start at boot" }).click();
  await expect.poll(state).toBe("inactive");
  expect(await file()).toBe("disabled");
});

test("who may only look changes nothing, and who may not sees nothing", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  const root = await signIn(on);
  const viewer = await signIn(on, await makeUser(on, root, { permissions: ["sys_view"] }));
  const other = await signIn(on, await makeUser(on, root, { permissions: ["file_read"] }));
  await enter(page, on, viewer);
  await page.goto(`${on.url}/services`);
  await rowOf(page, "dbus.service").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Stop/ })).toHaveAttribute("aria-disabled", "true");
  const status = async (session: typeof viewer, path: string, body?: unknown) =>
    (await call(on, `systemd/${path}`, { session, ...(body === undefined ? {} : { body }) })).status;
  expect(await status(viewer, "units/dbus.service")).toBe(200);
  expect(await status(viewer, "units/dbus.service/action", { action: "stop" })).toBe(403);
  expect(await status(viewer, "entries?scope=root")).toBe(403);
  for (const path of ["units/dbus.service", "entries", "boots", "managers"])
    expect(await status(other, path)).toBe(403);
  expect((await on.systemd.run("systemctl", "is-active", "dbus.service")).said.trim()).toBe("active");
});

test("without systemd the page says so", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/services`);
  await expect(page.getByText(/systemd isn’t available (?:on this server|in this container)/)).toBeVisible();
});
