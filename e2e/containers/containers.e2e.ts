import type { Page } from "@playwright/test";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
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
const stateOf = (name: string) => daemon.docker("inspect", "-f", "{{.State.Status}}", name).then((said) => said.trim());
const choose = async (page: Page, name: string, action: string) => {
  await rowOf(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};
const run = (name: string, ...options: string[]) =>
  daemon.docker("run", "-d", "--name", name, "--stop-signal", "KILL", ...options, "box", "/bin/sleep", "1000");

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", ["sh", "sleep", "stty"]);
  await run("web", "-e", "SECRET=1", "--label", "com.docker.compose.project=shop");
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await daemon.stop();
});

test("what Docker takes of the disk is measured, and which container it is", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await run("hoarder");
  await daemon.docker("exec", "hoarder", "/bin/busybox", "sh", "-c", "/bin/busybox seq 1000000 > /pages");
  const bytes = Number(await daemon.docker("exec", "hoarder", "/bin/busybox", "stat", "-c", "%s", "/pages"));
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await page.getByRole("button", { name: "Disk usage…" }).click();
  const dialog = page.getByRole("dialog", { name: "Disk usage of Docker" });
  const size = `${(bytes / 1024 / 1024).toFixed(2)} MB`;
  await expect(dialog.getByRole("row", { name: /^hoarder/ })).toContainText(size);
  await expect(dialog.getByRole("table", { name: "Container" }).getByRole("row").nth(1)).toContainText("hoarder");
  await expect(dialog.getByRole("row", { name: /^Containers/ })).toContainText(size);
  expect(await violationsInThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await daemon.docker("rm", "-f", "hoarder");
});

test("a container is looked at, paused, stopped, started, renamed, and deleted", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await expect(rowOf(page, "web")).toContainText("Running");
  await expect(rowOf(page, "web")).toContainText("shop");
  expect(await violationsInThemes(page)).toEqual([]);

  await rowOf(page, "web").click();
  const details = page.getByRole("dialog");
  await expect(details).toContainText("/bin/sleep 1000");
  await details.getByText("Environment").click();
  await expect(details.getByRole("list", { name: "Environment" })).toContainText("SECRET=1");
  await details.getByText("Processes", { exact: true }).click();
  await expect(details.getByRole("list", { name: "Processes" })).toContainText("/bin/sleep 1000");
  await details.getByText("Events", { exact: true }).click();
  await expect(details.getByRole("list", { name: "Events" })).toContainText("start");
  await details.getByText("All details (JSON)").click();
  await expect(details.getByLabel("All details (JSON)")).toContainText('"/web"');
  await page.keyboard.press("Escape");

  await choose(page, "web", "Pause");
  await expect(rowOf(page, "web")).toContainText("Paused");
  expect(await stateOf("web")).toBe("paused");
  await choose(page, "web", "Resume");
  await expect(rowOf(page, "web")).toContainText("Running");
  await choose(page, "web", "Stop");
  await expect(page.getByRole("dialog")).toContainText("Its data stays");
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await expect(rowOf(page, "web")).toContainText("Stopped");
  expect(await stateOf("web")).toBe("exited");
  await choose(page, "web", "Start");
  await expect(rowOf(page, "web")).toContainText("Running");

  await choose(page, "web", "Rename…");
  await page.getByRole("textbox", { name: "Name" }).fill("-bad");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("begin with a letter or digit")).toBeVisible();
  await page.getByRole("textbox", { name: "Name" }).fill("shopfront");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(rowOf(page, "shopfront")).toBeVisible();

  await run("another");
  await expect(rowOf(page, "another")).toBeVisible();
  await choose(page, "shopfront", "Delete…");
  await expect(page.getByRole("dialog")).toContainText("It is running");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "shopfront")).toBeHidden();
  await expect(rowOf(page, "another")).toBeVisible();
  expect(await daemon.docker("ps", "-a", "--format", "{{.Names}}")).toBe("another");
});

test("a container that is being stopped says so until it is", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  // Its program does not listen to being asked.
  await run("stubborn", "--stop-signal", "TERM", "--stop-timeout", "4");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await choose(page, "stubborn", "Stop");
  await page.getByRole("dialog").getByRole("button", { name: "Stop" }).click();
  await expect(rowOf(page, "stubborn")).toContainText("Stopping…");
  expect(await stateOf("stubborn")).toBe("running");
  await expect(rowOf(page, "stubborn")).toContainText("Stopped", { timeout: 30_000 });
  expect(await stateOf("stubborn")).toBe("exited");
});

test("the volumes without a name are deleted with their container when that is chosen, and stay otherwise", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const volumesOf = async (name: string) =>
    (await daemon.docker("inspect", "-f", "{{range .Mounts}}{{.Name}} {{end}}", name)).trim().split(" ");
  const there = async () => (await daemon.docker("volume", "ls", "-q")).split("\n");
  await run("keeper", "-v", "/kept");
  await run("leaver", "-v", "/one", "-v", "/two", "-v", "named:/three");
  const [kept = ""] = await volumesOf("keeper");
  const gone = (await volumesOf("leaver")).filter((name) => name !== "named");
  expect(gone).toHaveLength(2);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  const dialog = page.getByRole("dialog");
  await choose(page, "keeper", "Delete…");
  await expect(dialog.getByRole("checkbox", { name: /^Also delete its anonymous volume,/ })).not.toBeChecked();
  await expect(dialog).toContainText(kept.slice(0, 12));
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "keeper")).toBeHidden();
  expect(await there()).toContain(kept);
  await choose(page, "leaver", "Delete…");
  await dialog.getByRole("checkbox", { name: /^Also delete its 2 anonymous volumes,/ }).check();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf(page, "leaver")).toBeHidden();
  await expect.poll(async () => (await there()).filter((name) => gone.includes(name))).toEqual([]);
  expect(await there()).toContain("named");
});

test("a shell and the logs of a container open below", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await run("shelly");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await choose(page, "shelly", "Open shell");
  await page.locator(".xterm-helper-textarea").first().waitFor();
  await page.keyboard.type("echo in$((40+2))\n");
  await expect(page.locator(".xterm-rows")).toContainText("in42");
});

test("whoever manages containers sees the shell that they open in their own, without terminals of the server", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const permissions = ["docker_view", "docker_container_update"] as const;
  const user = await makeUser(server, await signIn(server), { permissions });
  await run("shelly-2", "--label", `filedeck.created-by=${user.id}`);
  await run("theirs");
  await enter(page, server, await signIn(server, user));
  await page.goto(`${server.url}/containers`);
  await rowOf(page, "theirs").click({ button: "right" });
  for (const name of ["Open shell", "Delete…"])
    await expect(page.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByRole("menuitem", { name: "Restart" })).not.toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await choose(page, "shelly-2", "Open shell");
  await page.locator(".xterm-helper-textarea").first().waitFor();
  await page.keyboard.type("echo in$((40+2))\n");
  await expect(page.locator(".xterm-rows")).toContainText("in42");
});

test("who may only look changes nothing, and who may not sees nothing", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await run("kept", "-e", "SECRET=1");
  const root = await signIn(server);
  const viewer = await signIn(server, await makeUser(server, root, { permissions: ["docker_view"] }));
  const other = await signIn(server, await makeUser(server, root, { permissions: ["sys_view"] }));
  await enter(page, server, viewer);
  await page.goto(`${server.url}/containers`);
  await rowOf(page, "kept").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Stop/ })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("menuitem", { name: "Details" }).click();
  await expect(page.getByRole("dialog")).toContainText("shown to administrators only");
  const ask = (session: typeof viewer, path: string, options: object = {}) =>
    call(server, `docker/containers/kept${path}`, { session, ...options });
  expect((await ask(viewer, "")).text).not.toContain("SECRET");
  expect((await ask(viewer, "/action", { body: { action: "stop" } })).status).toBe(403);
  expect((await ask(viewer, "/rename", { body: { name: "taken" } })).status).toBe(403);
  expect((await ask(viewer, "?force=1", { method: "DELETE" })).status).toBe(403);
  expect((await ask(other, "")).status).toBe(403);
  const wanted = {
    name: "hers",
    image: "box",
    command: [],
    environment: [],
    ports: [],
    mounts: [],
    labels: {},
    memory: null,
    cpus: null,
    restart: "no",
    network: "bridge",
  };
  expect((await call(server, "docker/containers", { session: viewer, body: wanted })).status).toBe(403);
  // An auditor sees what was to be changed, whoever refused it.
  const { answer } = await call<{ entries: { action: string; target: string; outcome: string }[] }>(
    server,
    `audit/list?username=${viewer.username}`,
    { session: root },
  );
  for (const [action, target] of [
    ["POST docker/containers/{id}/rename", "kept"],
    ["DELETE docker/containers/{id}", "kept"],
    ["POST docker/containers", "hers"],
  ])
    expect(answer.data.entries).toContainEqual(expect.objectContaining({ action, target, outcome: "auth/forbidden" }));
  expect(await stateOf("kept")).toBe("running");
});

test("whoever has a rule on some containers has these, for what it allows", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await run("rule-1");
  await run("rule-2");
  const root = await signIn(server);
  const credentials = await makeUser(server, root, { permissions: [] });
  const { answer } = await call<{ users: { id: string; username: string }[] }>(server, "user/users", { session: root });
  const id = answer.data.users.find(({ username }) => username === credentials.username)?.id ?? "";
  await call(server, "user/confirm", { session: root, body: { password: root.password } });
  await call(server, `user/users/${id}`, {
    method: "PUT",
    session: root,
    body: { containers: [{ match: "rule-1*", may: ["start_stop"] }] },
  });
  const session = await signIn(server, credentials);
  await enter(page, server, session);
  await page.goto(`${server.url}/containers`);
  await expect(rowOf(page, "rule-1")).toBeVisible();
  await expect(page.getByRole("row", { name: /rule-2|kept|another/ })).toHaveCount(0);
  await choose(page, "rule-1", "Pause");
  await expect(rowOf(page, "rule-1")).toContainText("Paused");
  await choose(page, "rule-1", "Resume");
  await rowOf(page, "rule-1").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Stop/ })).toBeVisible();
  for (const name of [/^Logs/, /^Open shell/, /^Kill/, /^Edit/, /^Rename/, /^Delete/])
    await expect(page.getByRole("menuitem", { name })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await daemon.docker("rename", "rule-1", "away");
  await expect(rowOf(page, "away")).toHaveCount(0);
  await expect(rowOf(page, "rule-1")).toHaveCount(0);
});

test("images are listed with who uses them, live", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await run("user-of-box");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await page.getByRole("link", { name: "Images" }).click();
  await expect(rowOf(page, "box:latest")).toContainText("user-of-box");
  expect(await violationsInThemes(page)).toEqual([]);
  await rowOf(page, "box:latest").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await daemon.docker("tag", "box", "another/box:1");
  await expect(rowOf(page, "another/box:1").or(rowOf(page, "box:latest")).first()).toContainText("+1");
  await page.getByRole("button", { name: "Clean up…" }).click();
  await expect(page.getByRole("dialog")).toContainText("There are no unused images");
});
