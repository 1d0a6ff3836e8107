import type { Page } from "@playwright/test";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

const elsewhere = /^request outside: http:\/\/127\.0\.0\.1:/; // of another server than the worker's
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const find = (page: Page, text: string) => page.getByRole("searchbox", { name: "Name or description" }).fill(text);

let on: OnSystemd;
const said = async (...command: string[]) => (await on.systemd.run(...command)).said.split("\n")[0] ?? "";
const make = async (unit: string, ...lines: string[]) => {
  const script = `printf '%s\\n' "$@" > "/etc/systemd/system/$0"; systemctl daemon-reload`;
  expect((await on.systemd.run("sh", "-c", script, unit, ...lines)).code).toBe(0);
};

test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
  // Before anybody looks: which files there are is read seldom.
  await make("other.service", "[Service]", "ExecStart=/bin/sleep 600");
  await make("many@.service", "[Unit]", "Description=One of many", "[Service]", "ExecStart=/bin/sleep 600");
  await make("often.timer", "[Timer]", "OnCalendar=*-*-* 04:30:00", "Unit=other.service");
});
test.afterAll(() => on.stop());

test("a template shows its file and its instances, and starts one", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await find(page, "many@");
  await rowOf(page, "many@.service").click({ timeout: 25_000 });
  const details = page.getByRole("dialog", { name: "many@.service", exact: true });
  await expect(details).toContainText("DescriptionOne of many");
  await expect(details).toContainText("No instances yet");
  await details.getByText("Unit files").click();
  await expect(details).toContainText("ExecStart=/bin/sleep 600");
  await details.getByRole("button", { name: "Start instance…" }).click();
  const form = page.getByRole("dialog", { name: "Start an instance of many@.service" });
  await form.getByRole("textbox", { name: "Instance name" }).fill("x".repeat(250));
  await form.getByRole("button", { name: "Start instance" }).click();
  await expect(form).toContainText("The name is too long");
  await form.getByRole("textbox", { name: "Instance name" }).fill("first one");
  expect(await violationsInThemes(page)).toEqual([]);
  await form.getByRole("button", { name: "Start instance" }).click();
  const instance = "many@first\\x20one.service";
  await expect.poll(() => said("systemctl", "is-active", instance)).toBe("active");
  await details.getByRole("button", { name: instance }).click();
  await expect(page.getByRole("dialog", { name: instance })).toContainText("Main process");
});

test("details of a timer have its schedule and its next run", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await on.systemd.run("systemctl", "start", "often.timer");
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await page.getByRole("combobox", { name: "Type" }).selectOption("timer");
  await find(page, "often");
  await rowOf(page, "often.timer").click({ timeout: 25_000 });
  const details = page.getByRole("dialog", { name: "often.timer" });
  await expect(details).toContainText("ScheduleOnCalendar=*-*-* 04:30:00");
  await expect(details).toContainText(/Next run\w{3} \d+, \d{4}, 4:30/);
  await expect(details).toContainText("Last runNever");
  await expect(details).toContainText("Startsother.service");
});
