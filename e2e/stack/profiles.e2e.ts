import { existsSync, writeFileSync } from "node:fs";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { enter, expect, test } from "../support/test";

const composeProblem = existsSync("/usr/bin/docker-compose") ? null : "there is no docker-compose";
const problem = dockerdProblem() ?? busyboxProblem() ?? composeProblem;
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

const service = "image: box, command: /bin/sleep 1000, network_mode: none, stop_signal: KILL";
let daemon: Dockerd;
let server: Filedeck;
const runningIn = async (project: string) =>
  (
    await daemon.docker(
      "ps",
      "--filter",
      `label=com.docker.compose.project=${project}`,
      "--format",
      '{{.Label "com.docker.compose.service"}}',
    )
  )
    .split("\n")
    .toSorted();

test.beforeAll(async () => {
  daemon = await startDockerd();
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

test("services of a profile say so, and start with it or alone; files that Compose refuses say why", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(/status of 409/); // nobody has approved it yet
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/stacks`);
  await page.getByRole("button", { name: "New stack" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("shop");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "shop" })).toBeVisible();
  const file = `${server.dataDir}/stacks/shop/compose.yaml`;
  writeFileSync(
    file,
    `version: "3.9"\nservices:\n  web: { ${service} }\n  spy: { ${service}, profiles: [debug] }\n  load: { ${service}, profiles: [test] }\n`,
  );
  await page.reload();
  const services = page.getByRole("region", { name: "Services" });
  await expect(services.getByText("Profile: debug")).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);

  await page.getByRole("button", { name: "Actions for shop" }).click();
  await page.getByRole("menuitem", { name: "Deploy with profile debug" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve and deploy" }).click();
  await expect.poll(() => runningIn("shop"), { timeout: 30_000 }).toEqual(["spy", "web"]);
  const start = services.getByRole("button", { name: "Start load" });
  await expect(start).toBeEnabled();
  await start.click();
  await expect.poll(() => runningIn("shop"), { timeout: 30_000 }).toEqual(["load", "spy", "web"]);

  await page.setViewportSize({ width: 390, height: 800 });
  writeFileSync(file, `services:\n  web: { ${service}, imagee: box }\n`);
  await page.reload();
  const refusal = page.getByRole("alert").filter({ hasText: "Compose doesn’t accept the files of this stack" });
  await expect(refusal).toContainText("imagee");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(390);
});
