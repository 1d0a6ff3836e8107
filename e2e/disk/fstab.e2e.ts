import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "../systemd/filedeck-on-systemd";

const problem = systemdProblem();
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

let on: OnSystemd;
const before = "# kept as it is\ntmpfs\t/srv/fast   tmpfs  size=1m 0 0\n";
const fstab = async (file = "/etc/fstab") => (await on.systemd.run("cat", file)).said;
const write = (text: string) => on.systemd.run("sh", "-c", 'printf %s "$1" > /etc/fstab', "sh", text);

test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
});
test.afterAll(() => on.stop());

test("a line is added by the form, reviewed, saved, and known to systemd; a change by others is seen", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  expectConsole(/status of 409/);
  await write(before);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/disks`);
  await page.getByRole("link", { name: "Mounted at boot" }).click();
  await expect(page.getByRole("row", { name: /\/srv\/fast/ })).toContainText("size=1m");
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Add line" }).click();
  const form = page.getByRole("dialog", { name: "Add line" });
  await form.getByRole("combobox", { name: "Device" }).fill("tmpfs");
  await form.getByRole("textbox", { name: "Folder" }).fill("/srv/my films");
  await form.getByRole("textbox", { name: "File system" }).fill("tmpfs");
  await form.getByRole("textbox", { name: "Other options, between commas" }).fill("size=2m");
  await form.getByRole("button", { name: "Try it" }).click();
  await expect(form).toContainText("It could be mounted");
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("row", { name: /\/srv\/my films/ })).toBeVisible();
  expect(await fstab()).toBe(before);

  await page.getByRole("button", { name: "Review and save…" }).click();
  const review = page.getByRole("dialog", { name: "Save /etc/fstab" });
  await expect(review.getByRole("group", { name: "Changes" })).toContainText(
    "tmpfs /srv/my\\040films tmpfs nofail,noatime,size=2m 0 0",
  );
  await write(`${before}# by somebody else\n`);
  await review.getByRole("button", { name: /^Save/ }).click();
  await expect(review).toContainText("The file has been changed meanwhile");
  expect(await fstab()).toBe(`${before}# by somebody else\n`);
  await review.getByRole("button", { name: "Compare with the file as it is now" }).click();
  await expect(review.getByRole("group", { name: "Changes" })).toContainText("# by somebody else");
  await review.getByRole("button", { name: /^Save/ }).click();
  await expect(review).toBeHidden();
  expect(await fstab()).toBe(`${before}tmpfs /srv/my\\040films tmpfs nofail,noatime,size=2m 0 0\n`);
  expect(await fstab("/etc/fstab.before-filedeck")).toBe(`${before}# by somebody else\n`);
  const shown = await on.systemd.run("systemctl", "show", "--property=Options,Where", "srv-my\\x20films.mount");
  expect(shown.said).toContain("Where=/srv/my films");
  expect(shown.said).toContain("size=2m");
});

test("lines are changed, removed, and typed; what is discarded is not saved", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  await write(`${before}tmpfs /srv/old tmpfs nofail 0 0\n`);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/disks/fstab`);
  await page.getByRole("button", { name: "Remove /srv/fast" }).click();
  await expect(page.getByRole("row", { name: /\/srv\/fast/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("row", { name: /\/srv\/fast/ })).toBeVisible();

  await page.getByRole("button", { name: "Remove /srv/old" }).click();
  await page.getByRole("button", { name: "Edit /srv/fast" }).click();
  const form = page.getByRole("dialog", { name: "Edit /srv/fast" });
  await form.getByRole("textbox", { name: "Other options, between commas" }).fill("size=3m");
  await form.getByRole("button", { name: "Apply" }).click();
  await page.getByText("Text", { exact: true }).click();
  const text = page.getByRole("textbox", { name: "/etc/fstab" });
  await expect(text).toHaveValue(/size=3m/);
  await text.fill(`${await text.inputValue()}# typed\n`);
  await page.getByRole("button", { name: "Review and save…" }).click();
  const review = page.getByRole("dialog", { name: "Save /etc/fstab" });
  await review.getByRole("button", { name: /^Save/ }).click();
  await expect(review).toBeHidden();
  const saved = await fstab();
  expect(saved).toMatch(/^# kept as it is\ntmpfs\s\/srv\/fast\s.*size=3m.*\n# typed\n$/);
});
