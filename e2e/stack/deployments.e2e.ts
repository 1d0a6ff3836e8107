import { existsSync } from "node:fs";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const composeProblem = existsSync("/usr/bin/docker-compose") ? null : "there is no docker-compose";
const problem = dockerdProblem() ?? busyboxProblem() ?? composeProblem;
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

let daemon: Dockerd;
let server: Filedeck;

test.beforeAll(async () => {
  daemon = await startDockerd();
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

const textOf = (image: string, stopSignal = "KILL") =>
  `services: { web: { image: "${image}", command: /bin/sleep 1000, network_mode: none, stop_signal: ${stopSignal} } }\n`;

test("what Compose says is under the stack: folded when all went well, open when it failed, and no terminal", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  await enter(page, server, root);
  const make = async (name: string, text: string) =>
    expect((await call(server, "stack/create", { session: root, body: { name, text } })).status).toBe(200);
  // It does not hear what asks it to end.
  await make("shop", textOf("box", "TERM"));
  await page.goto(`${server.url}/containers/stacks/stack?name=shop`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const deployment = page.getByRole("region", { name: "Last deployment" });
  await expect(deployment).toContainText("Succeeded", { timeout: 30_000 });
  await expect(deployment).toContainText("by ");
  await expect(deployment.getByRole("log")).toHaveCount(0);
  await deployment.getByText("Last deployment").click();
  await expect(deployment.getByRole("log", { name: "Last deployment" })).toContainText(/shop[-_]web[-_]1/);
  expect(await violationsInThemes(page)).toEqual([]);
  await expect(page.getByRole("tab", { name: /shop/ })).toHaveCount(0);
  const { answer } = await call(server, "terminal", { session: root });
  expect(answer.data).toMatchObject({ terminals: [] });

  // What goes on is open, and ends when that is wanted.
  await page.getByRole("button", { name: "Actions for shop" }).click();
  await page.getByRole("menuitem", { name: "Stop", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  const stop = page.getByRole("region", { name: "Last stop" });
  await expect(stop).toContainText("Running");
  await stop.getByRole("button", { name: "Cancel" }).click();
  await expect(stop).toContainText("Canceled", { timeout: 30_000 });
  await expect(page.getByRole("button", { name: "Deploy", exact: true })).toBeEnabled();

  // Nobody has this image, and there is nowhere to ask for it.
  await make("bad", textOf("127.0.0.1:9/none:1"));
  await page.goto(`${server.url}/containers/stacks/stack?name=bad`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect(deployment).toContainText("Failed (exit code", { timeout: 30_000 });
  await expect(deployment.getByRole("log")).toContainText("127.0.0.1:9");
  await page.goto(`${server.url}/containers/stacks`);
  await expect(page.getByRole("row", { name: /^bad/ })).toContainText("The last action failed");
  for (const width of [390, 736]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${server.url}/containers/stacks/stack?name=bad`);
    await expect(deployment.getByRole("log")).toContainText("127.0.0.1:9");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("a container that is made anew says of which stack it is, and the stack what is not as in its file", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  await enter(page, server, root);
  const made = await call(server, "stack/create", { session: root, body: { name: "drift", text: textOf("box") } });
  expect(made.status).toBe(200);
  await page.goto(`${server.url}/containers/stacks/stack?name=drift`);
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  const deployment = page.getByRole("region", { name: "Last deployment" });
  await expect(deployment).toContainText("Succeeded", { timeout: 30_000 });
  const services = page.getByRole("region", { name: "Services" });
  await services.getByRole("button", { name: "Logs of web" }).click();
  await page.getByRole("link", { name: "Stack drift" }).click();
  await expect(page.getByRole("heading", { name: "drift", exact: true })).toBeVisible();
  await page.goto(`${server.url}/containers`);
  await page.getByRole("row", { name: /^drift/ }).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Edit and recreate…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("belongs to the stack drift");
  await dialog.getByLabel("Environment").fill("MODE=other");
  await dialog.getByRole("button", { name: "Recreate" }).click();
  await expect(page.getByRole("status").getByText(/drift[-_]web[-_]1 recreated/)).toBeVisible();
  await page.goto(`${server.url}/containers/stacks/stack?name=drift`);
  await expect(services).toContainText("Changed outside the file");
  expect(await violationsInThemes(page)).toEqual([]);
  // While Compose replaces it, it has another name.
  const environmentOf = () =>
    daemon.docker("inspect", "-f", "{{.Config.Env}}", "drift_web_1").catch(() => "MODE=not known");
  expect(await environmentOf()).toContain("MODE=other");
  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect.poll(environmentOf, { timeout: 30_000 }).not.toContain("MODE=");
  await expect(services).not.toContainText("Changed outside the file");

  // What is saved and not deployed yet stays in sight, and so does what nothing sets.
  await expect(services).not.toContainText("The files have changed");
  const editor = page.getByRole("textbox", { name: /compose\.yaml$/ });
  await editor.focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.insertText(textOf("box").replace("1000", "1000 $WHERE"));
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("“WHERE” isn’t set in .env");
  await page.keyboard.press("ControlOrMeta+s");
  await expect(services).toContainText("The files have changed since the last deployment", { timeout: 15_000 });
  await page.reload();
  await expect(services).toContainText("The files have changed since the last deployment");
});

test("nobody but administrators cancels what is being done", async () => {
  const root = await signIn(server);
  const permissions = ["docker_view", "docker_container_update"] as const;
  const mia = await signIn(server, await makeUser(server, root, { permissions: [...permissions] }));
  expect((await call(server, "stack/shop/action", { session: mia, body: { action: "cancel" } })).status).toBe(403);
});
