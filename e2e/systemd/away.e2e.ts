import { patience } from "@/lib/server/base/patience-fixture";
import { systemdProblem } from "@/lib/server/process/systemd-fixture";
import { signIn } from "../support/api-client";
import { enter, expect, test } from "../support/test";
import { startFiledeckOnSystemd, type OnSystemd } from "./filedeck-on-systemd";

const problem = systemdProblem();
// How soon it is said: bench/verdicts/promises.ts.
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

let on: OnSystemd;
test.beforeAll(async () => {
  on = await startFiledeckOnSystemd();
});
test.afterAll(() => on.stop());

test("a systemd that doesn’t answer is said, until it does", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: http:\/\/127\.0\.0\.1:/); // of another server than the worker's
  await enter(page, on, await signIn(on));
  await page.goto(`${on.url}/services`);
  const row = page.getByRole("row", { name: /^dbus\.service/ });
  const slow = page.getByText("taking a long time to answer");
  await expect(row).toContainText("Running");
  await expect(row).toContainText("On demand", { timeout: patience.startMs }); // all is read that takes its time
  process.kill(on.systemd.pid(), "SIGSTOP");
  try {
    await expect(slow).toBeVisible();
    await expect(row).toContainText("Running");
  } finally {
    process.kill(on.systemd.pid(), "SIGCONT");
  }
  await expect(slow).toBeHidden();
  // Another one takes its place.
  expect((await on.systemd.run("systemctl", "daemon-reexec")).code).toBe(0);
  await expect(row).toContainText("Running");
  await expect(slow).toBeHidden();
});
