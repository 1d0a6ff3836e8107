import { readFileSync } from "node:fs";
import { freeSubnet } from "@/lib/server/process/reserve-fixture";
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
const volumes = async () => (await daemon.docker("volume", "ls", "-q")).split("\n");
const networks = async () => (await daemon.docker("network", "ls", "--format", "{{.Name}}")).split("\n");
const sh = (volume: string, script: string) =>
  daemon.docker("run", "--rm", "--network", "none", "-v", `${volume}:/v`, "box", "/bin/sh", "-c", script);

test.beforeAll(async () => {
  daemon = await startDockerd({ ownNetwork: true });
  await importBusybox(daemon.docker, "box", ["sh", "sleep", "cat"]);
  await daemon.docker("run", "-d", "--name", "db", "-v", "data:/data", "box", "/bin/sleep", "1000");
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  for (const name of ["back", "idle"]) await daemon.docker("network", "rm", name).catch(() => "");
  await daemon.stop();
});

test("a volume is made, filled from an archive, downloaded, and cleaned up", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await sh("source", "echo hello > /v/greeting");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/volumes`);
  const rowOf = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  await expect(rowOf("data")).toContainText("db");
  await expect(rowOf("source")).toContainText("Unused");
  expect(await violationsInThemes(page)).toEqual([]);

  const choose = async (name: string, action: string) => {
    await rowOf(name).click({ button: "right" });
    await page.getByRole("menuitem", { name: action, exact: true }).click();
  };
  const downloading = page.waitForEvent("download");
  await choose("source", "Download as .tar");
  const archive = await (await downloading).path();
  expect(readFileSync(archive, "latin1")).toContain("greeting");

  await page.getByRole("button", { name: "New volume" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("fresh");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(rowOf("fresh")).toContainText("Unused");
  await choose("fresh", "Import from .tar…");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("dialog").getByRole("button", { name: "Archive" }).click();
  await (await choosing).setFiles({ name: "x.tar", mimeType: "application/x-tar", buffer: readFileSync(archive) });
  await page.getByRole("dialog").getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("imported into fresh").first()).toBeVisible();
  expect(await sh("fresh", "cat /v/greeting")).toBe("hello");

  await page.getByRole("button", { name: "Clean up…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete unused volumes" });
  // What has a name may be wanted: nothing of it is chosen for anybody.
  await expect(dialog.getByRole("button", { name: "Delete 0 volumes" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: "source" }).check();
  await dialog.getByRole("button", { name: /^Delete 1 volume/ }).click();
  await expect(rowOf("source")).toBeHidden();
  expect(await volumes()).toEqual(expect.arrayContaining(["data", "fresh"]));
  expect(await volumes()).not.toContain("source");
});

test("a volume is cloned, browsed, and deleted after a question", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await sh("original", "echo hello > /v/greeting");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/volumes`);
  const rowOf = (name: string) => page.getByRole("row", { name: new RegExp(`^${name}`) });
  const choose = async (name: string, action: string) => {
    await rowOf(name).click({ button: "right" });
    await page.getByRole("menuitem", { name: action, exact: true }).click();
  };
  await choose("original", "Clone…");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Name of the new volume" }).fill("--help");
  await dialog.getByRole("button", { name: "Clone" }).click();
  await expect(dialog).toContainText("begin with a letter or digit");
  await dialog.getByRole("textbox", { name: "Name of the new volume" }).fill("clone");
  await dialog.getByRole("button", { name: "Clone" }).click();
  await expect(rowOf("clone")).toBeVisible();
  await expect.poll(() => sh("clone", "cat /v/greeting").catch(() => "")).toBe("hello");

  await rowOf("clone").click();
  await dialog.getByRole("link", { name: "Browse files" }).click();
  await expect(page.getByRole("row", { name: /greeting/ })).toBeVisible();
  // Back to the details, as they were left.
  await page.goBack();
  await expect(dialog.getByRole("link", { name: "Browse files" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await choose("original", "Delete…");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await volumes()).toContain("original");
  await choose("original", "Delete…");
  await expect(dialog).toContainText("permanently deleted");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(rowOf("original")).toHaveCount(0);
  expect(await volumes()).not.toContain("original");
  expect(await sh("clone", "cat /v/greeting")).toBe("hello");
  await rowOf("data").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
});

test("a volume gets the options that its driver is asked for", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/volumes`);
  await page.getByRole("button", { name: "New volume" }).click();
  const dialog = page.getByRole("dialog", { name: "New volume" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("quick");
  await dialog.getByText("Driver and options").click();
  await dialog.getByRole("textbox", { name: "Options" }).fill("type=tmpfs\ndevice=tmpfs\no=size=8m");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByRole("row", { name: /^quick/ })).toBeVisible();
  expect(JSON.parse(await daemon.docker("volume", "inspect", "-f", "{{json .Options}}", "quick"))).toEqual({
    type: "tmpfs",
    device: "tmpfs",
    o: "size=8m",
  });
  await daemon.docker("volume", "rm", "quick");
});

test("a network is made, gets a container, and is deleted when it has none", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers/networks`);
  const { prefix } = await freeSubnet();
  await page.getByRole("button", { name: "New network" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("back");
  await page.getByRole("textbox", { name: "Subnet" }).fill(`${prefix}.0/24`);
  await page.getByLabel("Internal").check();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const row = page.getByRole("row", { name: /^back/ });
  await expect(row).toContainText(`${prefix}.0/24`);
  expect(await daemon.docker("network", "inspect", "-f", "{{.Internal}}", "back")).toBe("true");
  await row.click();
  const details = page.getByRole("dialog", { name: "back" });
  await details.getByRole("combobox", { name: "Connect a container" }).click();
  await page.getByRole("option", { name: "db" }).click();
  await details.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(details.getByRole("listitem")).toContainText(`${prefix}.`);
  expect(await daemon.docker("network", "inspect", "-f", "{{json .Containers}}", "back")).toContain('"db"');
  await details.getByRole("button", { name: "Disconnect db" }).click();
  await page.getByRole("button", { name: "Disconnect", exact: true }).click();
  await expect(details).toContainText("No container is on this network");
  await page.keyboard.press("Escape");
  await row.click({ button: "right" });
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(row).toBeHidden();
  expect(await networks()).not.toContain("back");

  await daemon.docker("network", "create", "idle");
  await daemon.docker("network", "create", "busy");
  await daemon.docker("network", "connect", "busy", "db");
  await page.getByRole("button", { name: "Clean up…" }).click();
  const cleaning = page.getByRole("dialog", { name: "Delete unused networks" });
  await expect(cleaning).not.toContainText("busy");
  await cleaning.getByRole("button", { name: "Delete 1 network" }).click();
  await expect(page.getByRole("row", { name: /^idle/ })).toHaveCount(0);
  await expect.poll(networks).not.toContain("idle");
  expect(await networks()).toContain("busy");
});

test("who may only look changes nothing, and gets nothing of what is in a volume", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const root = await signIn(server);
  const viewer = await signIn(server, await makeUser(server, root, { permissions: ["docker_view"] }));
  const keeper = await signIn(
    server,
    await makeUser(server, root, { permissions: ["docker_view", "docker_volume_update"] }),
  );
  await enter(page, server, viewer);
  await page.goto(`${server.url}/containers/volumes`);
  await expect(page.getByRole("row", { name: /^data/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "New volume" })).toBeHidden();
  const status = async (session: typeof viewer, path: string, options: object = {}) =>
    (await call(server, path, { session, ...options })).status;
  expect(await status(viewer, "volume/create", { body: { name: "hers" } })).toBe(403);
  expect(await status(viewer, "network/create", { body: { name: "hers" } })).toBe(403);
  expect(await status(viewer, "volume/data", { method: "DELETE" })).toBe(403);
  expect(await status(keeper, "volume/data/export")).toBe(403);
  expect(await status(keeper, "volume/data/clone", { body: { name: "data", to: "hers" } })).toBe(403);
  expect(
    await status(keeper, "volume/create", {
      body: { name: "hers", options: { o: "bind", device: "/", type: "none" } },
    }),
  ).toBe(403);
  expect(await volumes()).not.toContain("hers");
});
