import type { Page } from "@playwright/test";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, signIn } from "../support/api-client";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

let daemon: Dockerd;
let server: Filedeck;
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const lengthOf = (page: Page) => page.evaluate(() => history.length);

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  for (const name of ["web", "worker"])
    await daemon.docker("run", "-d", "--name", name, "--stop-signal", "KILL", "box", "/bin/sleep", "1000");
  await daemon.docker("volume", "create", "pages");
  server = await startFiledeck({ basePath: "/deck", env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server?.remove();
  await daemon?.stop();
});

test("Back closes details, a second one leaves the page, and closing them adds no steps", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/system`);
  await page.getByRole("navigation").getByRole("link", { name: "Containers", exact: true }).click();
  await expect(rowOf(page, "web")).toBeVisible();
  const details = page.getByRole("dialog", { name: "web", exact: true });
  const before = await lengthOf(page);

  // By the keyboard.
  await rowOf(page, "web").click();
  await expect(details).toContainText("/bin/sleep 1000");
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(page).toHaveURL(/\/deck\/containers$/);
  await page.keyboard.press("Enter");
  await expect(details).toBeVisible();
  await expect(page).toHaveURL(/\/deck\/containers\?details=[0-9a-f]{64}$/);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();

  // Opened and closed again and again.
  for (const name of ["worker", "web", "worker"]) {
    await rowOf(page, name).click();
    await expect(page.getByRole("dialog", { name, exact: true })).toContainText("/bin/sleep 1000");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
  expect(await lengthOf(page)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL(/\/deck\/system/);
});

test("an address opens the details, closing them leaves the list, and what is gone says so", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers?details=web`);
  const details = page.getByRole("dialog", { name: "web", exact: true });
  await expect(details).toContainText("/bin/sleep 1000");
  await details.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/deck\/containers$/);
  await expect(rowOf(page, "worker")).toBeVisible();
  const texts: Record<string, string> = {
    "containers?details=no-such": "This container no longer exists",
    "containers/volumes?details=no-such": "This volume no longer exists",
    "containers/networks?details=no-such": "This network no longer exists",
    "containers/images?details=no-such": "This image no longer exists",
    "processes?details=4194305.1": "This process has ended",
    "disks?details=/no/such": "This device is no longer there",
  };
  for (const [address, text] of Object.entries(texts)) {
    await page.goto(`${server.url}/${address}`);
    await expect(page.getByRole("dialog")).toContainText(text);
  }
  for (const [address, text] of [
    ["containers/volumes?details=pages", "/pages/_data"],
    ["containers/networks?details=bridge", "bridge"],
    ["containers/images?details=box:latest", "Layers"],
    ["processes?details=1", "Command"],
  ]) {
    await page.goto(`${server.url}/${address}`);
    await expect(page.getByRole("dialog")).toContainText(text ?? "");
  }
});

test("the audit log leads to the container that an entry names, for those who may see it", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const session = await signIn(server);
  await enter(page, server, session);
  const { status } = await call(server, "docker/containers/web/action", {
    session,
    method: "POST",
    body: { action: "pause" },
  });
  expect(status).toBe(200);
  await page.goto(`${server.url}/audit`);
  await page.getByRole("link", { name: "web pause" }).click();
  const details = page.getByRole("dialog", { name: "web", exact: true });
  await expect(details).toContainText("/bin/sleep 1000");
  await expect(page).toHaveURL(/\/deck\/containers\?details=web$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/deck\/audit$/);
});
