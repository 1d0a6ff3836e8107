import type { Page } from "@playwright/test";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { signIn } from "../support/api-client";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
// How soon it is said: bench/verdicts/promises.ts.
test.skip(problem !== null, problem ?? "");
test.setTimeout(120_000);

let daemon: Dockerd;
let server: Filedeck;
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const slow = (page: Page) => page.getByText("Docker is taking a long time to answer");
const unreachable = (page: Page) => page.getByText(/Docker can’t be reached (?:on this server|from this container)/);

/** Nothing but its answers is missing: its socket takes connections as before. */
async function whileSilent(check: () => Promise<void>): Promise<void> {
  process.kill(daemon.pid, "SIGSTOP");
  try {
    await check();
  } finally {
    process.kill(daemon.pid, "SIGCONT");
  }
}

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  const labels = ["project=shop", "service=web"].flatMap((label) => ["--label", `com.docker.compose.${label}`]);
  const command = ["-v", "kept:/kept", ...labels, "box", "/bin/sleep", "1000"];
  await daemon.docker("run", "-d", "--name", "web", "--stop-signal", "KILL", ...command);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "", FILEDECK_TEST_PATIENCE: "1" } });
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

for (const [name, path, row] of [
  ["containers", "containers", "web"],
  ["images", "containers/images", "box:latest"],
  ["volumes", "containers/volumes", "kept"],
  ["networks", "containers/networks", "bridge"],
  ["stacks", "containers/stacks", "shop"],
] as const)
  test(`a silent Docker is said beside the ${name}, until it answers again`, async ({ page, expectConsole }) => {
    expectConsole(elsewhere);
    await enter(page, server, await signIn(server));
    await page.goto(`${server.url}/${path}`);
    await expect(rowOf(page, row)).toBeVisible();
    await whileSilent(async () => {
      await expect(slow(page)).toBeVisible();
      await expect(rowOf(page, row)).toBeVisible();
    });
    await expect(slow(page)).toBeHidden();
    await expect(rowOf(page, row)).toBeVisible();
  });

test("a Docker that is killed, or stopped, is said, and what it has is there again with it", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(/status of 4\d\d/); // what is asked of it meanwhile
  const session = await signIn(server);
  await enter(page, server, session);
  await page.goto(`${server.url}/containers`);
  await expect(rowOf(page, "web")).toContainText("Running");
  await daemon.away("SIGKILL", async () => {
    await expect(unreachable(page)).toBeVisible();
    await expect(rowOf(page, "web")).toBeVisible();
    await rowOf(page, "web").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Pause" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "Docker can’t be reached" }).first()).toBeVisible();
    // Who comes while it is away is told the same.
    await page.goto(`${server.url}/containers/images`);
    await expect(unreachable(page).first()).toBeVisible();
    await expect(page.getByText("keeps looking for it")).toBeVisible();
  });
  await expect(rowOf(page, "box:latest")).toBeVisible();

  await page.goto(`${server.url}/containers`);
  await daemon.docker("start", "web");
  await expect(rowOf(page, "web")).toContainText("Running");
  await daemon.away("SIGTERM", async () => {
    await expect(unreachable(page)).toBeVisible();
    await expect(rowOf(page, "web")).toBeVisible();
  });
  await expect(unreachable(page)).toBeHidden();
  await expect(rowOf(page, "web")).toContainText("Stopped");
  await rowOf(page, "web").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Start" }).click();
  await expect(rowOf(page, "web")).toContainText("Running");
  expect(await daemon.docker("inspect", "-f", "{{.State.Status}}", "web")).toBe("running");
});
