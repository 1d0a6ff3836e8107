import type { Page } from "@playwright/test";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);
// They are about the same server, which some of them end.
test.describe.configure({ mode: "serial" });

const elsewhere = /^request outside: http:\/\/127\.0\.0\.1:/; // of another server than the worker's
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const choose = async (page: Page, name: string, action: string) => {
  await rowOf(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};
const find = (page: Page, text: string) => page.getByRole("searchbox", { name: "Name or description" }).fill(text);

let on: OnSystemd;
const said = async (...command: string[]) => (await on.systemd.run(...command)).said.split("\n")[0] ?? "";
const show = (unit: string, property: string) =>
  said("systemctl", "show", "--value", `--property=${property}`, "--", unit);
const make = async (unit: string, ...lines: string[]) => {
  const script = `printf '%s\\n' "$@" > "/etc/systemd/system/$0"; systemctl daemon-reload`;
  expect((await on.systemd.run("sh", "-c", script, unit, ...lines)).code).toBe(0);
};

test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
  // Before anybody looks: which files there are is read seldom.
  await make(
    "noisy.service",
    "[Service]",
    "ExecStart=/bin/sh -c 'seq -f \"word %%g\" 60; exec sleep 600'",
    "TasksMax=17",
    "MemoryMax=64M",
  );
  await make("bound.service", "[Unit]", "BindsTo=noisy.service", "[Service]", "ExecStart=/bin/sleep 600");
  await make("--help.service", "[Service]", "ExecStart=/bin/sh -c 'echo dashed; exec sleep 600'");
  await make("broken.service", "[Service]", "ExecStart=/bin/false");
  await make("other.service", "[Service]", "ExecStart=/bin/sleep 600");
});
test.afterAll(() => on.stop());

test("details say what a unit uses and may use, and what it said last, and lead to what belongs to it", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await on.systemd.run("systemctl", "start", "noisy.service", "bound.service");
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await find(page, "noisy");
  await expect(rowOf(page, "noisy.service")).toContainText("Running");
  await rowOf(page, "noisy.service").click();
  const details = page.getByRole("dialog", { name: "noisy.service" });
  await expect(details).toContainText(`Main process${await show("noisy.service", "MainPID")}`);
  await expect(details).toContainText(/Tasks(?:1 of )?at most 17/);
  await expect(details).toContainText(/Memory(?:[\d.]+ \S+ of )?at most 64\.00 MB/);
  await expect(details).toContainText(/CPU time[\d.,]+ sec/);
  await expect(details).toContainText("Restarts0");
  await expect(details).toContainText(/Since.*ago|Sincenow/);
  await expect(details.getByText("word 60", { exact: true })).toBeInViewport();
  await expect(details.getByText("word 42", { exact: true })).not.toBeInViewport();
  expect(await violationsInThemes(page)).toEqual([]);
  // Its file lies where the mask would be.
  await expect(details.getByRole("button", { name: /^Mask – .*made on this machine/ })).toBeVisible();

  await details.getByText("Relations").click();
  await details.getByRole("button", { name: "bound.service" }).click();
  const bound = page.getByRole("dialog", { name: "bound.service" });
  await expect(bound).toContainText(`Main process${await show("bound.service", "MainPID")}`);
  await bound.getByRole("button", { name: "Open shell" }).click();
  await expect(bound).toBeHidden();
  await expect(page.getByRole("tab", { name: "bound.service" })).toBeVisible();
  await page.locator(".xterm-helper-textarea").first().waitFor();
  await page.keyboard.type("echo in$((40+2))\n");
  await expect(page.locator(".xterm-rows")).toContainText("in42");
});

test("a name that begins with a dash is one like others", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const unit = "--help.service";
  const session = await signIn(on);
  await enter(page, on, session);
  await page.goto(`${on.url}/services`);
  await find(page, unit);
  await expect(rowOf(page, unit)).toContainText("Not running", { timeout: 25_000 });
  await choose(page, unit, "Start");
  await expect.poll(() => said("systemctl", "is-active", "--", unit)).toBe("active");
  await expect(rowOf(page, unit)).toContainText("Running");
  await choose(page, unit, "Stop");
  await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
  await expect.poll(() => said("systemctl", "is-active", "--", unit)).toBe("inactive");
  await choose(page, unit, "Journal");
  await expect(page.getByRole("log")).toContainText("dashed");

  await page.goto(`${on.url}/services`);
  await page.getByRole("combobox", { name: "Type" }).selectOption("mount");
  await find(page, "-.mount");
  await expect(rowOf(page, "-.mount")).toContainText("Mounted");
  await rowOf(page, "-.mount").click();
  await expect(page.getByRole("dialog", { name: "-.mount" })).toContainText("Latest messages");
  await page.keyboard.press("Escape");
  const { status } = await call(on, "systemd/units/-.mount/action", { session, body: { action: "stop" } });
  expect(status).toBe(422);
  // What is gone since the list was read is said.
  await find(page, "");
  await page.getByRole("combobox", { name: "Type" }).selectOption("service");
  await find(page, unit);
  await choose(page, unit, "Delete…");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, unit)).toHaveCount(0);
});

test("the journal is found by a unit, and by a time of one's own", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await on.systemd.run("systemctl", "restart", "noisy.service");
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services/journal`);
  await page.getByRole("searchbox", { name: "Unit" }).fill("no such");
  await expect(page.getByText("No unit has such a name")).toBeVisible();
  await page.getByRole("searchbox", { name: "Unit" }).fill("noisy");
  await page.keyboard.press("Enter");
  const log = page.getByRole("log", { name: "Journal of noisy.service" });
  await expect(log).toContainText("word 60");
  await expect(page).toHaveURL(/unit=noisy\.service/);
  await page.getByRole("combobox", { name: "Time" }).selectOption("custom");
  const minute = (ms: number) => {
    const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
    return local.toISOString().slice(0, 19);
  };
  await page.getByLabel("From", { exact: true }).fill(minute(Date.now() - 600_000));
  await expect(log).toContainText("word 60");
  await page.getByLabel("To", { exact: true }).fill(minute(Date.now() - 540_000));
  await expect(page.getByText("No messages")).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Follow" })).toBeDisabled();
  await page.getByRole("button", { name: "Whole journal" }).click();
  await expect(page.getByRole("searchbox", { name: "Unit" })).toHaveValue("");
});

test("the journal is found by importance, and earlier messages are loaded", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const say = (script: string) => on.systemd.run("systemd-run", "--wait", "--unit=talker", "sh", "-c", script);
  await say("for i in $(seq 1 2000); do echo line $i; done; echo '<3>it broke' >&2");
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services/journal?unit=talker.service`);
  const log = page.getByRole("log", { name: "Journal of talker.service" });
  await expect(log).toContainText("it broke");
  await page.getByRole("combobox", { name: "Importance" }).selectOption("err");
  await expect(log).toContainText("it broke");
  await expect(log).not.toContainText("line 2000");
  await page.getByRole("combobox", { name: "Importance" }).selectOption({ label: "Everything" });
  await expect(log).toContainText("line 2000");
  await expect(async () => {
    await log.evaluate((list) => list.scrollTo(0, 0));
    const earlier = page.getByRole("button", { name: "Load earlier" });
    if (await earlier.isVisible()) await earlier.click({ timeout: 1_000 });
    expect(await log.textContent()).toMatch(/line 1(?!\d)/);
  }).toPass();
});

test("an untouched form is closed by Escape, one that was begun is kept", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  const open = async () => {
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("menuitem", { name: "Service…" }).click();
  };
  const form = page.getByRole("dialog", { name: "New service" });
  await open();
  await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await open();
  await form.getByRole("textbox", { name: "Name" }).fill("x");
  await page.keyboard.press("Escape");
  await expect(form).toBeVisible();
});

test("what Filedeck runs in is restarted after a warning, by administrators alone", async ({ page, expectConsole }) => {
  expectConsole(new RegExp(`${elsewhere.source}|ERR_|Failed to load resource|WebSocket`));
  const session = await signIn(on);
  const other = await signIn(
    on,
    await makeUser(on, session, { permissions: ["sys_view", "systemd_update", "sys_process_close"] }),
  );
  const status = async (path: string, body: unknown) => (await call(on, path, { session: other, body })).status;
  const pid = await show("filedeck.service", "MainPID");
  for (const action of ["stop", "restart", "disable-now"])
    for (const unit of ["filedeck.service", "system.slice"])
      expect([unit, action, await status(`systemd/units/${unit}/action`, { action })]).toEqual([unit, action, 403]);
  const start = (await said("cat", `/proc/${pid}/stat`)).split(") ")[1]?.split(" ")[19] ?? "";
  for (const signal of ["SIGTERM", "SIGKILL"])
    expect(await status(`sys/processes/${pid}.${start}/signal`, { signal })).toBe(403);
  expect(await show("filedeck.service", "MainPID")).toBe(pid);

  // For the next test: the server that begins looks at once.
  await on.systemd.run("systemctl", "start", "broken.service");
  await on.systemd.run("systemctl", "start", "other.service");
  await enter(page, on, session);
  await page.goto(`${on.url}/services`);
  await find(page, "other.service");
  await choose(page, "other.service", "Restart");
  await expect(page.getByRole("dialog")).toContainText("What uses it is interrupted");
  await expect(page.getByRole("dialog")).not.toContainText("Filedeck");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await find(page, "filedeck.service");
  await choose(page, "filedeck.service", "Restart");
  await expect(page.getByRole("dialog")).toContainText("This is Filedeck itself");
  await page.getByRole("dialog").getByRole("button", { name: "Restart", exact: true }).click();
  await expect
    .poll(() => show("filedeck.service", "MainPID"), { timeout: 30_000 })
    .not.toMatch(new RegExp(`^(?:0|${pid})$`));
  await expect
    .poll(
      () =>
        fetch(`${on.url}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 30_000 },
    )
    .toBe(true);
});

test("an alert about a unit leads to that unit, wherever it is told", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const session = await signIn(on);
  await enter(page, on, session);
  await page.goto(`${on.url}/system`);
  const leads = page.getByRole("link", { name: /broken\.service/ });
  await expect(leads).toBeVisible({ timeout: 60_000 });
  await leads.click();
  await expect(page).toHaveURL(/\/services\?details=broken\.service$/);
  const details = page.getByRole("dialog", { name: "broken.service" });
  await expect(details).toContainText("Failed");
  // Back leads to where one came from.
  await page.goBack();
  await expect(page).toHaveURL(/\/system$/);
  await expect(details).toBeHidden();
  await page.goto(`${on.url}/system/alerts`);
  await expect(leads.first()).toHaveAttribute("href", /\/services\?details=broken\.service$/);
  type Message = { link: string | null; params: Record<string, unknown> };
  const { answer } = await call<{ messages: Message[] }>(on, "notify", { session });
  expect(answer.data.messages.find(({ params }) => params["subject"] === "broken.service")?.link).toBe(
    "/services?details=broken.service",
  );
});

test("Filedeck's own process is ended after a warning", async ({ page, expectConsole }) => {
  expectConsole(new RegExp(`${elsewhere.source}|ERR_|Failed to load resource|WebSocket`));
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/processes`);
  const pid = await show("filedeck.service", "MainPID");
  await page.getByRole("searchbox", { name: /Name, PID/ }).fill(pid);
  const row = page.getByRole("row", { name: new RegExp(`\\b${pid}\\b`) });
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Send signal…" }).click();
  await expect(page.getByRole("dialog")).toContainText("This is Filedeck itself");
  await page.keyboard.press("Escape");
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "End", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("This is Filedeck itself");
  await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
  await expect.poll(() => said("systemctl", "is-active", "filedeck.service"), { timeout: 30_000 }).not.toBe("active");
});
