import { call, signIn } from "../support/api-client";
import { readDatabase } from "../support/read-database";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { expect, test as base } from "../support/test";

const listed = (server: Filedeck) => readDatabase(server, 'SELECT lostAt FROM "OpenTerminal"');

/** One that was killed with a terminal open, and runs again. */
const test = base.extend<object, { server: Filedeck }>({
  server: [
    async ({}, use) => {
      const first = await startFiledeck();
      const session = await signIn(first);
      const opened = await call(first, "terminal", { session, body: { folder: "files", cols: 80, rows: 24 } });
      expect(opened.status).toBe(200);
      // That it is open is written down a moment later.
      await expect.poll(() => listed(first)).toHaveLength(1);
      await first.stop("SIGKILL");
      const server = await startFiledeck({ workDir: first.workDir });
      await use(server);
      await server.remove();
    },
    { scope: "worker" },
  ],
});

test("what a restart has ended is told by name until that was read", async ({ page, login, server }) => {
  await login();
  await page.goto(`${server.url}/terminal`);
  const notice = page.getByText(/The server restarted on .* and ended your terminal files\./);
  await expect(notice).toBeVisible();
  const lost = async () => (await listed(server)).filter(({ lostAt }) => lostAt !== null).length;
  expect(await lost()).toBe(1);
  await page.getByRole("button", { name: "OK", exact: true }).click();
  await expect(notice).toHaveCount(0);
  await expect.poll(lost).toBe(0);
  await page.reload();
  await expect(page.getByRole("tab")).toHaveCount(1);
  await expect(notice).toHaveCount(0);
});
