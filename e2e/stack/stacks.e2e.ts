import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startRegistry } from "../support/start-registry";
import { enter, expect, test } from "../support/test";

const composeProblem = existsSync("/usr/bin/docker-compose") ? null : "there is no docker-compose";
const problem = dockerdProblem() ?? busyboxProblem() ?? composeProblem;
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
const refused = /status of (?:409|422)/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

/** On one line: the editor indents what is typed after others. */
const text = "services: { web: { image: box, command: /bin/sleep 1000, network_mode: none, stop_signal: KILL } }\n";
let daemon: Dockerd;
let server: Filedeck;
const containersOf = (project: string) =>
  daemon.docker("ps", "-a", "--filter", `label=com.docker.compose.project=${project}`, "--format", "{{.State}}");

test.beforeAll(async () => {
  daemon = await startDockerd();
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

test("a stack is made, written with its mistakes marked, deployed, taken down, and put away", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(refused);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/stacks`);
  await expect(page.getByText("No stacks")).toBeVisible();
  await page.getByRole("button", { name: "New stack" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Bad Name");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByText("begin with a letter or digit")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("shop");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "shop" })).toBeVisible();
  const file = `${server.dataDir}/stacks/shop/compose.yaml`;
  expect(readFileSync(file, "utf8")).toContain("nginx:alpine");

  const editor = page.getByRole("textbox", { name: file });
  const write = async (words: string) => {
    await editor.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(words);
  };
  await write(text.replace("image:", "imagee:"));
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("Line 1");
  await expect(page.getByRole("list", { name: "Problems" })).toContainText("imagee");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Compose wouldn’t accept this")).toBeVisible();
  expect(readFileSync(file, "utf8")).toContain("nginx:alpine");
  expect(await violationsInThemes(page)).toEqual([]);

  await write(text);
  await expect(page.getByRole("list", { name: "Problems" })).toBeHidden();
  await page.keyboard.press("ControlOrMeta+s");
  await expect.poll(() => readFileSync(file, "utf8")).toBe(text);

  await page.getByRole("button", { name: "Deploy", exact: true }).click();
  await expect.poll(() => containersOf("shop")).toBe("running");
  const services = page.getByRole("region", { name: "Services" });
  await expect(services).toContainText("Running");
  await daemon.docker("run", "-d", "--name", "shop-like", "--stop-signal", "KILL", "box", "/bin/sleep", "1000");
  await services.getByRole("link", { name: "web" }).click();
  await expect(page.getByRole("row", { name: /^shop_web_1/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^shop-like/ })).toHaveCount(0);
  await page.goBack();
  await services.getByRole("button", { name: "Logs of web" }).click();
  await expect(page.getByRole("heading", { name: "Logs of shop_web_1" })).toBeVisible();
  await page.goBack();
  await expect(editor).toBeAttached();

  // What is only on the screen is not what Compose reads: it is saved first, or nothing is deployed.
  // While Compose replaces it, it has another name.
  const commandOf = () => daemon.docker("inspect", "-f", "{{.Config.Cmd}}", "shop_web_1").catch(() => "");
  const deploy = page.getByRole("button", { name: "Deploy", exact: true });
  const question = page.getByRole("dialog", { name: "Save the changes to shop first?" });
  await write(text.replace("image:", "imagee:").replace("1000", "2000"));
  await deploy.click();
  await question.getByRole("button", { name: "Save and deploy" }).click();
  await expect(page.getByText("Compose wouldn’t accept this")).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(text);
  await expect.poll(commandOf).toBe("[/bin/sleep 1000]");
  await write(text.replace("1000", "2000"));
  await deploy.click();
  await expect(question).toContainText("compose.yaml");
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(readFileSync(file, "utf8")).toBe(text);
  await expect.poll(commandOf).toBe("[/bin/sleep 1000]");
  await deploy.click();
  await question.getByRole("button", { name: "Save and deploy" }).click();
  await expect.poll(commandOf, { timeout: 30_000 }).toBe("[/bin/sleep 2000]");
  expect(readFileSync(file, "utf8")).toBe(text.replace("1000", "2000"));
  await expect(deploy).toBeEnabled();

  // Somebody else has written meanwhile: nothing is lost before a choice.
  await write(`${text}# mine\n`);
  writeFileSync(file, `${text}# theirs\n`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const conflict = page.getByRole("dialog", { name: "compose.yaml has changed on disk" });
  await expect(conflict).toBeVisible();
  expect(readFileSync(file, "utf8")).toBe(`${text}# theirs\n`);
  await conflict.getByRole("button", { name: "Save mine" }).click();
  await expect.poll(() => readFileSync(file, "utf8")).toBe(`${text}# mine\n`);

  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Actions for shop" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await choose("Take down");
  await page.getByRole("dialog").getByRole("button", { name: "Take down" }).click();
  await expect.poll(() => containersOf("shop"), { timeout: 30_000 }).toBe("");
  await expect(page.getByText("No containers yet")).toBeVisible();
  await expect(page.getByText("Not deployed").first()).toBeVisible(); // and Compose has ended
  await choose("Remove stack…");
  await page.getByRole("dialog").getByRole("button", { name: "Remove stack" }).click();
  await expect(page.getByText("No stacks")).toBeVisible();
  expect(existsSync(file)).toBe(false);
});

test("a stack pulls its images, restarts as a whole and in part, and stops", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  expectConsole(/status of 409/); // nobody has approved it yet
  const registry = await startRegistry();
  try {
    await enter(page, server, await signIn(server));
    await page.goto(`${server.url}/containers/stacks`);
    await page.getByRole("button", { name: "New stack" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("cafe");
    await page.getByRole("button", { name: "Create" }).click();
    await expect(page.getByRole("heading", { name: "cafe" })).toBeVisible();
    const service = `{ image: "${registry.host}/team/app:1", network_mode: none, stop_signal: KILL }`;
    writeFileSync(`${server.dataDir}/stacks/cafe/compose.yaml`, `services: { web: ${service}, db: ${service} }\n`);
    await page.reload();
    const choose = async (name: string) => {
      await page.getByRole("button", { name: "Actions for cafe" }).click();
      await page.getByRole("menuitem", { name, exact: true }).click();
    };
    await choose("Pull images");
    // Nobody has seen here what was written there.
    const review = page.getByRole("dialog", { name: "Review cafe" });
    await expect(review).toContainText(`${registry.host}/team/app:1`);
    await review.getByRole("button", { name: "Approve and pull images" }).click();
    const images = () => daemon.docker("images", "-q", `${registry.host}/team/app:1`);
    await expect.poll(images, { timeout: 30_000 }).not.toBe("");
    await expect(page.getByText("Not deployed").first()).toBeVisible();
    expect(await containersOf("cafe")).toBe("");

    await page.getByRole("button", { name: "Deploy", exact: true }).click();
    // What a registry on this machine has sent is approved itself.
    await expect(review).toContainText("from a registry on this machine");
    await review.getByRole("button", { name: "Approve and deploy" }).click();
    await expect.poll(() => containersOf("cafe"), { timeout: 30_000 }).toBe("running\nrunning");
    // The stack's and its services', not that of what is being done.
    const badge = page
      .getByRole("main")
      .getByText("Running", { exact: true })
      .and(page.locator(":not([aria-label^='Last '] *)"));
    await expect(badge).toHaveCount(3);
    const startOf = (name: string) => daemon.docker("inspect", "-f", "{{.State.StartedAt}}", `cafe_${name}_1`);
    const before = [await startOf("web"), await startOf("db")];
    await page.getByRole("button", { name: "Restart web" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
    await expect.poll(() => startOf("web")).not.toBe(before[0]);
    await expect(badge).toHaveCount(3);
    expect(await startOf("db")).toBe(before[1]);
    await choose("Restart");
    await page.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
    await expect.poll(() => startOf("db")).not.toBe(before[1]);
    await expect(badge).toHaveCount(3);
    await choose("Stop");
    await expect(page.getByRole("dialog")).toContainText("They stay");
    await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => containersOf("cafe")).toBe("exited\nexited");
  } finally {
    await registry.stop();
  }
});

test("a project of elsewhere is looked at, managed here, and let go; new ones lie where they are wanted", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const folder = path.join(server.workDir, "far");
  mkdirSync(folder);
  writeFileSync(`${folder}/app.yaml`, text);
  const labels = ["project=far", `project.working_dir=${folder}`, "project.config_files=app.yaml", "service=web"];
  const options = labels.flatMap((label) => ["--label", `com.docker.compose.${label}`]);
  await daemon.docker("run", "-d", "--name", "far", ...options, "box", "/bin/sleep", "1000");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/stacks`);
  const row = page.getByRole("row", { name: /^far/ });
  await expect(row).toContainText("not managed here");
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Containers", exact: true }).click();
  await expect(row).toContainText("far");
  await expect(page.getByRole("row", { name: /^shop-like/ })).toHaveCount(0);
  await page.goto(`${server.url}/containers/stacks`);
  await expect(row).toContainText("not managed here");
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Manage here…" }).click();
  const dialog = page.getByRole("dialog", { name: "Manage far here" });
  await expect(dialog).toContainText("command: /bin/sleep 1000");
  await dialog.getByRole("button", { name: "Manage here" }).click();
  await expect(page.getByRole("heading", { name: "far", exact: true })).toBeVisible();
  await expect(page.getByRole("textbox", { name: `${folder}/app.yaml` })).toBeAttached();
  await page.getByRole("link", { name: "All stacks" }).click();
  await expect(row).not.toContainText("not managed here");
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Stop managing…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop managing" }).click();
  await expect(row).toContainText("not managed here");
  expect(await containersOf("far")).toBe("running");
  expect(readFileSync(`${folder}/app.yaml`, "utf8")).toBe(text);

  const place = path.join(server.workDir, "all-stacks");
  mkdirSync(place);
  await page.getByRole("button", { name: "Folder of stacks" }).click();
  const setting = page.getByRole("dialog", { name: "Folder of stacks" });
  await setting.getByRole("textbox", { name: "Folder on the server" }).fill("relative");
  await expect(setting).toContainText("Enter an absolute path");
  await setting.getByRole("textbox", { name: "Folder on the server" }).fill(place);
  await setting.getByRole("button", { name: "Save" }).click();
  await expect(setting).toHaveCount(0);
  await page.getByRole("button", { name: "New stack" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("moved");
  await page.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { name: "moved" })).toBeVisible();
  expect(existsSync(`${place}/moved/compose.yaml`)).toBe(true);
});

test("a right to containers shows stacks, and opens none", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const labels = ["project=legacy", "service=web"].flatMap((label) => ["--label", `com.docker.compose.${label}`]);
  await daemon.docker("run", "-d", "--name", "legacy", ...labels, "box", "/bin/sleep", "1000");
  const byHand = ["--label", "com.docker.compose.project=legacy"];
  await daemon.docker("run", "-d", "--name", "by-hand", ...byHand, "box", "/bin/sleep", "1000");
  const root = await signIn(server);
  const permissions = ["docker_view", "docker_container_update"] as const;
  const mia = await signIn(server, await makeUser(server, root, { permissions: [...permissions] }));
  await enter(page, server, mia);
  await page.goto(`${server.url}/containers/stacks`);
  await expect(page.getByRole("row", { name: /^legacy/ })).toContainText("Running");
  await expect(page.getByRole("row", { name: /^legacy/ })).toContainText("by-hand, web");
  await expect(page.getByRole("button", { name: "New stack" })).toBeHidden();
  const reply = await call(server, "stack/create", { session: mia, body: { name: "hers", text } });
  expect(reply.status).toBe(403);
  expect(existsSync(`${server.dataDir}/stacks/hers`)).toBe(false);
});
