import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { call, signIn } from "../support/api-client";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

const elsewhere = /^request outside: http:\/\/127\.0\.0\.1:/; // of another server than the worker's
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const choose = async (page: Page, name: string, action: string) => {
  await rowOf(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};
const find = (page: Page, text: string) => page.getByRole("searchbox", { name: "Name or description" }).fill(text);

let on: OnSystemd;
const said = async (...command: string[]) => (await on.systemd.run(...command)).said.split("\n")[0];
const active = (unit: string) => said("systemctl", "is-active", "--", unit);
const atBoot = (unit: string) => said("systemctl", "is-enabled", "--", unit);
const write = async (file: string, ...lines: string[]) => {
  const script = `file=$1; shift; printf '%s\\n' "$@" > "$file"; systemctl daemon-reload`;
  expect((await on.systemd.run("sh", "-c", script, "sh", file, ...lines)).code).toBe(0);
};
const make = (unit: string, ...lines: string[]) => write(`/etc/systemd/system/${unit}`, ...lines);

test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
  const install = ["[Install]", "WantedBy=multi-user.target"];
  const reload = "ExecReload=/bin/sh -c 'echo again >> /run/reloaded'";
  await write("/usr/lib/systemd/system/vendor.service", "[Service]", "ExecStart=/bin/sleep 600");
  await make("steady.service", "[Service]", "ExecStart=/bin/sleep 600", reload, ...install);
});
test.afterAll(() => on.stop());

test("a service is started, stopped, reloaded, taken along at boot or not, and masked", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const unit = "steady.service";
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await find(page, "steady");
  await expect(rowOf(page, unit)).toContainText("Not running", { timeout: 25_000 });
  await choose(page, unit, "Start");
  await expect(rowOf(page, unit)).toContainText("Running");
  expect(await active(unit)).toBe("active");
  await expect(rowOf(page, unit)).toContainText("Disabled"); // comes with what it can do
  await choose(page, unit, "Reload configuration");
  await expect.poll(() => said("cat", "/run/reloaded")).toBe("again");
  await choose(page, unit, "Open shell");
  await page.locator(".xterm-helper-textarea").first().waitFor();
  await page.keyboard.type("echo in$((40+2))\n");
  await expect(page.locator(".xterm-rows")).toContainText("in42");

  await choose(page, unit, "Start at boot");
  await expect(rowOf(page, unit)).toContainText("Enabled");
  expect(await atBoot(unit)).toBe("enabled");
  await choose(page, unit, "Don’t start at boot");
  await expect(rowOf(page, unit)).toContainText("Disabled");
  expect([await atBoot(unit), await active(unit)]).toEqual(["disabled", "active"]);
  await choose(page, unit, "Stop");
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  await expect(rowOf(page, unit)).toContainText("Not running");
  expect(await active(unit)).toBe("inactive");

  // What was made on this machine has its file where a mask would be: it takes a unit that a package brought.
  await find(page, "vendor.service");
  await choose(page, "vendor.service", "Mask");
  await expect(page.getByRole("dialog")).toContainText("Nothing can start it until it is unmasked");
  await page.getByRole("dialog").getByRole("button", { name: "Mask", exact: true }).click();
  await expect(rowOf(page, "vendor.service")).toContainText("Masked");
  expect(await atBoot("vendor.service")).toBe("masked");
  await choose(page, "vendor.service", "Unmask");
  await expect(rowOf(page, "vendor.service")).not.toContainText("Masked");
  expect(await atBoot("vendor.service")).not.toBe("masked");
});

test("a failure is seen and cleared, its journal goes to a file, and what was deleted comes back from the list", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await make("broken.service", "[Service]", "ExecStart=/bin/sh -c 'echo last words; exit 7'");
  await on.systemd.run("systemctl", "start", "broken.service");
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await find(page, "broken");
  await expect(rowOf(page, "broken.service")).toContainText("Failed");
  await choose(page, "broken.service", "Clear failure");
  await expect(rowOf(page, "broken.service")).toContainText("Not running");
  expect(await said("systemctl", "is-failed", "broken.service")).toBe("inactive");

  await choose(page, "broken.service", "Journal");
  await expect(page.getByRole("log")).toContainText("last words");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as text" }).click();
  expect(readFileSync(await (await downloading).path(), "utf8")).toContain("last words");

  await page.goto(`${on.url}/services`);
  await find(page, "broken");
  await expect(rowOf(page, "broken.service")).toContainText("Not running", { timeout: 25_000 });
  await choose(page, "broken.service", "Delete…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "broken.service")).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Restore a deleted unit…" }).click();
  const dialog = page.getByRole("dialog", { name: "Deleted units" });
  await dialog.getByRole("button", { name: "Restore broken.service" }).click();
  await expect
    .poll(() => said("systemctl", "show", "--value", "--property=LoadState", "broken.service"))
    .toBe("loaded");
});

test("hostile names and words of units are only text, and name no other unit", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const unit = "we\\x22ird:--help@-rf.service";
  const words = `$(touch /tmp/owned) <img src=x onerror=alert(1)> "'-rf`;
  await make(unit, "[Unit]", `Description=${words}`, "[Service]", "ExecStart=/bin/sleep 600");
  await on.systemd.run("systemctl", "start", "--", unit);
  const session = await signIn(on);
  await enter(page, on, session);
  await page.goto(`${on.url}/services`);
  await find(page, "ird:--help");
  const pid = () => said("systemctl", "show", "--value", "--property=MainPID", "--", unit);
  const before = await pid();
  await choose(page, unit, "Restart");
  await page.getByRole("dialog").getByRole("button", { name: "Restart", exact: true }).click();
  await expect.poll(pid).not.toBe(before);
  await rowOf(page, unit).click();
  await expect(page.getByRole("dialog")).toContainText(words);
  await expect(page.locator("img[src='x']")).toHaveCount(0);
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  await page
    .getByRole("dialog", { name: `Stop ${unit}?` })
    .getByRole("button", { name: "Stop", exact: true })
    .click();
  await expect.poll(() => active(unit)).toBe("inactive");
  expect(await said("ls", "/tmp/owned")).toContain("No such file");

  const running = () =>
    on.systemd.run("systemctl", "list-units", "--type=service", "--state=running", "--plain", "--no-legend");
  const names = ({ said: text }: { said: string }) => text.split("\n").map((line) => line.split(" ")[0]);
  const others = names(await running());
  expect(others).toContain("dbus.service");
  for (const name of [
    "-rf",
    "--help",
    "--all",
    "*",
    "dbus.service\n",
    "dbus.service foo.service",
    'a".service',
    "$(id)",
  ])
    for (const [path, body] of [
      ["action", { action: "stop" }],
      ["delete", {}],
      ["override", { text: "[Service]\nNice=1\n", etag: "" }],
      ["file", { text: "[Service]\nExecStart=/bin/true\n", etag: "" }],
    ] as const) {
      const { status } = await call(on, `systemd/units/${encodeURIComponent(name)}/${path}`, { session, body });
      expect([name, path, status === 400 || status === 404]).toEqual([name, path, true]);
    }
  expect(names(await running())).toEqual(others);
});
