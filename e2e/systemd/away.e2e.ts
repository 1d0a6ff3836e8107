import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { signIn } from "../support/api-client";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
const soon = { timeout: 3_000 };
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

let on: OnSystemd;
test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
});
test.afterAll(() => on.stop());

test("a systemd that doesn’t answer, or an account’s that ends, is said within three seconds, until it is back", async ({
  page,
  expectConsole,
}) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  expect((await on.systemd.run("systemctl", "start", "user@0.service")).code).toBe(0);
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  const row = page.getByRole("row", { name: /^dbus\.service/ });
  const slow = page.getByText("taking a long time to answer");
  await expect(row).toContainText("Running");
  await expect(row).toContainText("On demand", { timeout: 25_000 }); // all is read that takes its time
  process.kill(on.systemd.pid(), "SIGSTOP");
  try {
    await expect(slow).toBeVisible(soon);
    await expect(row).toContainText("Running");
  } finally {
    process.kill(on.systemd.pid(), "SIGCONT");
  }
  await expect(slow).toBeHidden(soon);
  // Another one takes its place.
  expect((await on.systemd.run("systemctl", "daemon-reexec")).code).toBe(0);
  await expect(row).toContainText("Running");
  await expect(slow).toBeHidden();

  await page.getByRole("combobox", { name: "Services of" }).selectOption("root");
  await page.getByRole("combobox", { name: "Type" }).selectOption("All types");
  const own = page.getByRole("row", { name: /^basic\.target/ });
  const ended = page.getByText("No services of the account root are running now");
  await expect(own).toContainText("Running");
  expect((await on.systemd.run("systemctl", "stop", "user@0.service")).code).toBe(0);
  await expect(ended).toBeVisible(soon);
  expect((await on.systemd.run("systemctl", "start", "user@0.service")).code).toBe(0);
  await expect(ended).toBeHidden(soon);
  await expect(own).toContainText("Running");
});
