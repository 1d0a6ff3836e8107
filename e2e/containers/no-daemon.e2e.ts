import { existsSync, symlinkSync } from "node:fs";
import path from "node:path";
import { dockerdProblem, startDockerd } from "@/lib/server/process/dockerd-fixture";
import { signIn } from "../support/api-client";
import { startFiledeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem();
const goesOn = "This page reconnects automatically.";
const looks = "This page keeps looking for it.";
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

test("a page says that it goes on by itself where it does, and nowhere else", async ({ page, expectConsole }) => {
  expectConsole(/^request outside: (?:http|ws):\/\/127\.0\.0\.1:/);
  const [daemon, first] = await Promise.all([startDockerd({ ownNetwork: true }), startFiledeck()]);
  await first.stop();
  const socket = path.join(first.workDir, "docker.sock");
  const server = await startFiledeck({ workDir: first.workDir, env: { DOCKER_HOST: `unix://${socket}` } });
  try {
    await enter(page, server, await signIn(server));
    if (!existsSync("/run/systemd/system")) {
      await page.goto(`${server.url}/services`);
      await expect(page.getByText(/systemd isn’t available (?:on this server|in this container)/)).toBeVisible();
      for (const text of [goesOn, looks]) await expect(page.getByText(text)).toHaveCount(0);
    }
    await page.goto(`${server.url}/containers`);
    await expect(page.getByText(looks)).toBeVisible();
    symlinkSync((daemon.env["DOCKER_HOST"] ?? "").replace("unix://", ""), socket);
    await expect(page.getByText(looks)).toHaveCount(0);
    await expect(page.getByText("Docker can’t be reached")).toHaveCount(0);
    await daemon.stop();
    await expect(page.getByText(goesOn)).toBeVisible({ timeout: 20_000 });
    await page.close(); // it would ask a server that is gone
  } finally {
    await server.remove();
    await daemon.stop();
  }
});
