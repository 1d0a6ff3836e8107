import { expect, test } from "@playwright/test";
import { call, signIn } from "../support/api-client";
import { startFiledeck } from "../support/start-filedeck";
import { enter } from "../support/test";

test("what a restart has ended is told by name until that was read", async ({ page }) => {
  const first = await startFiledeck();
  const session = await signIn(first);
  const opened = await call(first, "terminal", { session, body: { folder: "files", cols: 80, rows: 24 } });
  expect(opened.status).toBe(200);
  const quiet = 3_000; // longer than it takes to be written down
  await page.waitForTimeout(quiet);
  await first.stop("SIGKILL");
  const server = await startFiledeck({ workDir: first.workDir });
  await enter(page, server, session);
  await page.goto(`${server.url}/terminal`);
  const notice = page.getByText(/The server restarted on .* and ended your terminal files\./);
  await expect(notice).toBeVisible();
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("tab")).toHaveCount(1);
  await expect(notice).toHaveCount(0);
  await server.remove();
});
