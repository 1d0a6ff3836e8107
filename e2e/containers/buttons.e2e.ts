import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, signIn } from "../support/api-client";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startRegistry, type Registry } from "../support/start-registry";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

let daemon: Dockerd;
let server: Filedeck;
let registry: Registry;
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
const choose = async (page: Page, name: string, action: string) => {
  await rowOf(page, name).click({ button: "right" });
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};
const confirm = (page: Page, label: string) =>
  page.getByRole("dialog").getByRole("button", { name: label, exact: true }).click();
const inspect = (name: string, format: string) => daemon.docker("inspect", "-f", `{{${format}}}`, name);
const idsOf = async (reference: string) => (await daemon.docker("images", "-q", "--no-trunc", reference)).split("\n");

test.beforeAll(async () => {
  [daemon, registry] = await Promise.all([startDockerd(), startRegistry()]);
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await Promise.all([daemon.stop(), registry.stop()]);
});

test("a container is restarted and killed after a question; its log goes to a terminal and a file", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  const script = "echo begun; exec sleep 1000";
  await daemon.docker("run", "-d", "--name", "web", "--stop-signal", "KILL", "box", "/bin/sh", "-c", script);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  const startedAt = await inspect("web", ".State.StartedAt");
  await choose(page, "web", "Restart");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await inspect("web", ".State.StartedAt")).toBe(startedAt);
  await choose(page, "web", "Restart");
  await confirm(page, "Restart");
  await expect(page.getByText("web restarted").first()).toBeVisible();
  expect(await inspect("web", ".State.StartedAt")).not.toBe(startedAt);

  await choose(page, "web", "Logs");
  await expect(page.getByRole("log")).toContainText("begun");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  expect(readFileSync(await (await downloading).path(), "utf8").match(/begun/g)).toHaveLength(2);
  await page.getByRole("button", { name: "Show in a terminal" }).click();
  await expect(page.locator(".xterm-rows")).toContainText("begun");

  await page.goto(`${server.url}/containers`);
  await choose(page, "web", "Kill");
  await expect(page.getByRole("dialog")).toContainText("What it hasn’t written yet is lost");
  await confirm(page, "Kill");
  await expect(rowOf(page, "web")).toContainText("Stopped (137)");
  expect(await inspect("web", ".State.Status")).toBe("exited");
  await rowOf(page, "web").click();
  await page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }).click();
  await expect.poll(() => inspect("web", ".State.Status")).toBe("running");
});

test("an image gets names and loses them, is checked, pulled again, and deleted", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const app = `${registry.host}/team/app`;
  await daemon.docker("pull", `${app}:1`);
  const [id = ""] = await idsOf(`${app}:1`);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/images`);
  await choose(page, app, "Check for update");
  await expect(page.getByText(`${app}:1 is up to date`).first()).toBeVisible();

  registry.seen.length = 0;
  await choose(page, app, "Pull again");
  const pulling = page.getByRole("dialog", { name: /^Pulling/ });
  await expect(pulling).toContainText("All layers are here");
  await pulling.getByRole("button", { name: "Close", exact: true }).last().click();
  expect(registry.seen.map(({ path: asked }) => asked)).toContain("/v2/team/app/manifests/1");

  await choose(page, app, "Add a name…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name and tag" }).fill("-rf --help");
  await confirm(page, "Add");
  await expect(dialog).toContainText("This isn’t the name of an image");
  await dialog.getByRole("textbox", { name: "Name and tag" }).fill("shop/app:2");
  await confirm(page, "Add");
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => idsOf("shop/app:2")).toEqual([id]);
  await expect(rowOf(page, app)).toContainText("+1");

  await choose(page, app, `Remove the name ${app}:1…`);
  await confirm(page, "Remove");
  await expect(rowOf(page, "shop/app:2")).toBeVisible();
  expect(await idsOf(`${app}:1`)).toEqual([""]);
  expect(await idsOf("shop/app:2")).toEqual([id]);

  await choose(page, "shop/app:2", "Delete…");
  await confirm(page, "Delete");
  await expect(rowOf(page, "shop/app:2")).toHaveCount(0);
  expect(await idsOf("shop/app:2")).toEqual([""]);
});

test("images without a name are cleaned up, and others are built of a folder", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const made = await daemon.docker("create", "box", "/bin/sleep");
  const untagged = await daemon.docker("commit", "--change", "LABEL a=b", made);
  await daemon.docker("rm", made);
  const folder = path.join(server.filesDir, "app");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "Dockerfile"), "FROM box\nLABEL built=here\n");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/images`);
  await page.getByRole("button", { name: "Clean up…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 image frees");
  await dialog.getByRole("button", { name: "Delete 1 image" }).click();
  await expect(dialog).toHaveCount(0);
  const all = await daemon.docker("images", "-aq", "--no-trunc");
  expect(all).not.toContain(untagged);
  expect(all).toContain((await idsOf("box"))[0]);

  const build = async (name: string, ...options: string[]) => {
    await page.getByRole("button", { name: "Build…" }).click();
    await dialog.getByRole("button", { name: "Choose" }).click();
    const chooser = page.getByRole("dialog", { name: "Choose a folder" });
    await chooser.getByRole("treeitem", { name: "Files", exact: true }).click();
    await page.keyboard.press("ArrowRight");
    await chooser.getByRole("treeitem", { name: "app", exact: true }).click();
    await chooser.getByRole("button", { name: "Choose", exact: true }).click();
    await dialog.getByRole("textbox", { name: "Name and tag" }).fill(name);
    for (const option of options) await dialog.getByLabel(option).check();
    await dialog.getByRole("button", { name: "Build", exact: true }).click();
    await expect.poll(() => idsOf(name), { timeout: 30_000 }).not.toEqual([""]);
    return (await idsOf(name))[0] ?? "";
  };
  const first = await build("built:1");
  await expect(rowOf(page, "built:1")).toBeVisible();
  expect(await inspect("built:1", ".Config.Labels")).toContain("built:here");
  // The same steps are the same image, unless they are all done again.
  expect(await build("again:1")).toBe(first);
  expect(await build("anew:1", "Don’t reuse earlier steps")).not.toBe(first);
  // The base is asked for although it is here.
  writeFileSync(path.join(folder, "Dockerfile"), `FROM ${registry.host}/team/app:1\nLABEL built=there\n`);
  await build("based:1");
  const asked = registry.seen.length;
  await build("based:2", "Look for newer base images");
  expect(registry.seen.length).toBeGreaterThan(asked);
});

test("hostile names are refused as targets, and hostile words are only text", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const words = `<img src=x onerror=alert(1)> "'-rf $(id)`;
  const folder = path.join(server.workDir, `-rf "q" --help\nline`);
  mkdirSync(folder);
  const labels = ["project", "service"].flatMap((name) => ["--label", `com.docker.compose.${name}=${words}\n--help`]);
  const mount = ["--mount", `type=bind,"source=${folder.replaceAll('"', '""')}",target=/--help`];
  const more = [...labels, ...mount, "-v", "x--help_-rf:/kept", "-e", `WORDS=${words}\n-rf`];
  await daemon.docker("run", "-d", "--name", "x--help.-rf", ...more, "box", "/bin/sleep", "1000");
  await daemon.docker("volume", "create", "--label", `a=${words}\nb`, "v--help_-rf");
  await daemon.docker("tag", "box", "x--rf/y__help:_-rf");
  const session = await signIn(server);
  await enter(page, server, session);
  await page.goto(`${server.url}/containers`);
  await expect(rowOf(page, "x--help")).toContainText(words);
  await rowOf(page, "x--help").click();
  const details = page.getByRole("dialog");
  await details.getByText("Environment").click();
  await expect(details.getByRole("list", { name: "Environment" })).toContainText(words);
  await expect(details).toContainText(`-rf "q" --help`);
  await expect(page.locator("img[src='x']")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await choose(page, "x--help", "Kill");
  await confirm(page, "Kill");
  await expect.poll(() => inspect("x--help.-rf", ".State.Status")).toBe("exited");
  await page.goto(`${server.url}/containers/volumes`);
  await rowOf(page, "v--help_-rf").click();
  await details.getByText("Labels").click();
  await expect(details).toContainText(words);
  await page.keyboard.press("Escape");
  await choose(page, "v--help_-rf", "Delete…");
  await confirm(page, "Delete");
  await expect.poll(() => daemon.docker("volume", "ls", "-q")).not.toContain("v--help_-rf");
  expect(await daemon.docker("volume", "ls", "-q")).toContain("x--help_-rf");

  const listed = async (...args: string[]) => (await daemon.docker(...args)).split("\n").toSorted();
  const asIs = async () => [
    await listed("ps", "-a", "--format", "{{.Names}} {{.State}}"),
    await listed("images", "-a", "--format", "{{.Repository}}:{{.Tag}}"),
    await listed("volume", "ls", "-q"),
    await listed("network", "ls", "--format", "{{.Name}}"),
  ];
  const before = await asIs();
  const targets: readonly (readonly [method: string, place: (name: string) => string, body?: object])[] = [
    ["POST", (name) => `docker/containers/${name}/action`, { action: "kill" }],
    ["POST", (name) => `docker/containers/${name}/rename`, { name: "taken" }],
    ["DELETE", (name) => `docker/containers/${name}?force=1`],
    ["POST", (name) => `docker/images/${name}/tag`, { reference: "taken:1" }],
    ["DELETE", (name) => `docker/images/${name}`],
    ["DELETE", (name) => `volume/${name}`],
    ["POST", (name) => `volume/${name}/clone`, { to: "taken" }],
    ["DELETE", (name) => `network/${name}`],
    ["POST", (name) => `network/${name}/connect`, { container: "web" }],
    ["POST", (name) => `stack/${name}/action`, { action: "down" }],
    ["DELETE", (name) => `stack/${name}`],
  ];
  const hostile = [
    "-rf",
    "--help",
    "..",
    "../web",
    "web/../web",
    'web"',
    "we'b",
    "web\n",
    "web\n--force",
    "*",
    "web?force=1",
    "",
  ];
  for (const [method, place, body] of targets)
    for (const name of hostile) {
      const { status } = await call(server, place(encodeURIComponent(name)), {
        session,
        method,
        ...(body === undefined ? {} : { body }),
      });
      expect.soft([method, place(name), [400, 404, 405].includes(status)]).toEqual([method, place(name), true]);
    }
  // As names of what is to be made.
  for (const [place, bodyOf] of [
    ["volume/create", (name: string) => ({ name })],
    ["network/create", (name: string) => ({ name })],
    ["docker/containers/x--help.-rf/rename", (name: string) => ({ name })],
    ["docker/images/box/tag", (reference: string) => ({ reference })],
  ] as const)
    for (const name of hostile) {
      const { status } = await call(server, place, { session, body: bodyOf(name) });
      expect.soft([place, name, status]).toEqual([place, name, 400]);
    }
  expect(await asIs()).toEqual(before);
});
