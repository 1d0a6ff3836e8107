import type { Page } from "@playwright/test";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const choose = async (page: Page, name: string, action: string) => {
  await rowOf(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};

let on: OnSystemd;
const said = async (...command: string[]) => (await on.systemd.run(...command)).said.trim();

test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
});
test.afterAll(() => on.stop());

test("a service is made from a form, edited, pinned, deleted, and brought back", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Service…" }).click();
  const form = page.getByRole("dialog", { name: "New service" });
  await form.getByRole("button", { name: "Continue" }).click();
  await expect(form).toContainText("Enter a command of one line");
  await form.getByRole("textbox", { name: "Name" }).fill("-rf");
  await expect(form).toContainText("without a dash in front");
  await form.getByRole("textbox", { name: "Name" }).fill("beater");
  await form.getByRole("textbox", { name: "Command" }).fill("while :; do echo 'beat 50%'; sleep 1; done | cat");
  await expect(form).toContainText("which only a shell understands");
  await form.getByRole("checkbox", { name: "Run by a shell" }).check();
  expect(await violationsInThemes(page)).toEqual([]);
  await form.getByRole("button", { name: "Continue" }).click();
  await expect(form.getByRole("textbox", { name: "beater.service" })).toHaveValue(/echo 'beat 50%%'/);
  await form.getByRole("button", { name: "Create" }).click();
  const details = page.getByRole("dialog", { name: "beater.service" });
  await expect(details.getByRole("log")).toContainText("beat 50%");
  expect(await said("systemctl", "is-active", "beater.service")).toBe("active");
  expect(await said("systemctl", "is-enabled", "beater.service")).toBe("enabled");
  await page.keyboard.press("Escape");

  await page.getByRole("searchbox", { name: "Name or description" }).fill("beater");
  await choose(page, "beater.service", "Edit unit file…");
  const editor = page.getByRole("dialog", { name: "Unit file of beater.service" });
  const text = editor.getByRole("textbox", { name: "Unit file" });
  await text.fill((await text.inputValue()).replace("[Service]\n", "[Service]\nNice=5\n"));
  await editor.getByRole("button", { name: "Review changes" }).click();
  await expect(editor.getByRole("group", { name: "Changes" })).toContainText("Added: +Nice=5");
  await expect(editor).toContainText("systemd finds nothing wrong");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  expect(await said("systemctl", "show", "--value", "--property=Nice", "beater.service")).toBe("5");

  await rowOf(page, "beater.service").focus();
  await page.keyboard.press("p");
  await expect(page.getByRole("button", { name: "Pin beater.service" })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("searchbox", { name: "Name or description" }).fill("");
  await expect(page.getByRole("row").nth(1)).toContainText("beater.service");
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect(page.getByRole("row").nth(1)).toContainText("beater.service");
  await page.reload();
  await page.getByRole("combobox", { name: "Status" }).selectOption("pinned");
  await expect(page.getByRole("row")).toHaveCount(2);

  await choose(page, "beater.service", "Delete…");
  const question = page.getByRole("dialog", { name: "Delete beater.service?" });
  await expect(question).toContainText("/etc/systemd/system/beater.service");
  await question.getByRole("button", { name: "Delete" }).click();
  await expect
    .poll(() => said("systemctl", "show", "--value", "--property=LoadState", "beater.service"))
    .toBe("not-found");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => said("systemctl", "is-active", "beater.service")).toBe("active");
  expect(await said("systemctl", "is-enabled", "beater.service")).toBe("enabled");
});

test("a timer is made with what it runs", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  expectConsole(/422 .*calendar\?expression=nonsense/);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("menuitem", { name: "Timer…" }).click();
  const form = page.getByRole("dialog", { name: "New timer" });
  await form.getByRole("textbox", { name: "Name" }).fill("nightly");
  await form
    .getByRole("combobox", { name: "When" })
    .or(form.getByRole("textbox", { name: "When" }))
    .fill("nonsense");
  await expect(form.getByRole("status")).toContainText("doesn’t understand");
  await form
    .getByRole("combobox", { name: "When" })
    .or(form.getByRole("textbox", { name: "When" }))
    .fill("*-*-* 04:30");
  await expect(form.getByRole("status").getByText(/4:30/)).toHaveCount(5);
  await form.getByRole("textbox", { name: "Command" }).fill("/bin/true");
  await form.getByRole("button", { name: "Continue" }).click();
  await expect(form.getByRole("textbox", { name: "nightly.timer" })).toHaveValue(/OnCalendar=\*-\*-\* 04:30/);
  await expect(form.getByRole("textbox", { name: "nightly.service" })).toHaveValue(/ExecStart=\/bin\/true/);
  await form.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("dialog", { name: "nightly.timer" })).toBeVisible();
  expect(await said("systemctl", "is-active", "nightly.timer")).toBe("active");
});

test("who is no administrator makes, edits, and deletes nothing; this program does not delete itself", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  const root = await signIn(on);
  const other = await signIn(on, await makeUser(on, root, { permissions: ["sys_view", "systemd_update"] }));
  await enter(page, on, other);
  await page.goto(`${on.url}/services`);
  await rowOf(page, "dbus.service").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /Edit|Delete/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New", exact: true })).toHaveCount(0);
  const key = async (session: typeof root, path: string, body?: unknown) => {
    const { status } = await call(on, `systemd/${path}`, { session, ...(body === undefined ? {} : { body }) });
    return status;
  };
  expect(await key(other, "units/dbus.service/file")).toBe(403);
  expect(await key(other, "units/dbus.service/delete", {})).toBe(403);
  expect(await key(other, "removed")).toBe(403);
  expect(await key(root, "units/filedeck.service/delete", {})).toBe(409);
  expect(await said("systemctl", "is-active", "filedeck.service")).toBe("active");
});
