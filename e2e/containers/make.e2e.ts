import type { Page } from "@playwright/test";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startRegistry, type Registry } from "../support/start-registry";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
/** What the daemon refuses. */
const refused = /status of (?:404|409|422|500|502)/;
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
const inspect = (name: string, format: string) => daemon.docker("inspect", "-f", `{{${format}}}`, name);

test.beforeAll(async () => {
  [daemon, registry] = await Promise.all([startDockerd(), startRegistry()]);
  await importBusybox(daemon.docker, "box", ["sh", "sleep"]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
});
test.afterAll(async () => {
  await server.remove();
  await Promise.all([daemon.stop(), registry.stop()]);
});

test("a container is created from a form, and made anew", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await page.getByRole("button", { name: "Create…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("formed");
  // What is filled in goes by the buttons alone.
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 400);
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("formed");
  await dialog.getByRole("combobox", { name: "Image" }).fill("box");
  await dialog.getByLabel("Command").fill("/bin/sleep\n1000");
  await dialog.getByLabel("Ports").fill("nonsense");
  await dialog.getByRole("button", { name: "Create and start" }).click();
  await expect(dialog).toContainText("This line isn’t understood: nonsense");
  await dialog.getByLabel("Ports").fill("127.0.0.1:80");
  await dialog.getByLabel("Environment").fill("MODE=live");
  expect(await violationsInThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create and start" }).click();
  await expect(rowOf(page, "formed")).toContainText("Running");
  const before = await daemon.docker("inspect", "-f", "{{.Id}}", "formed");
  await choose(page, "formed", "Edit and recreate…");
  await dialog.getByLabel("Memory limit").fill("64");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await daemon.docker("inspect", "-f", "{{.Id}} {{.HostConfig.Memory}}", "formed")).toBe(
    `${before} ${64 * 1024 * 1024}`,
  );
  await choose(page, "formed", "Edit and recreate…");
  await dialog.getByLabel("CPU limit").fill("0.5");
  await dialog.getByLabel("Restart policy").selectOption("After a failure, 5 times");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await inspect("formed", ".Id")).toBe(before);
  expect(await inspect("formed", ".HostConfig.NanoCpus")).toBe("500000000");
  expect(await inspect("formed", ".HostConfig.RestartPolicy")).toBe("{on-failure 5}");
  await choose(page, "formed", "Edit and recreate…");
  await dialog.getByLabel("Environment").fill("MODE=other");
  await dialog.getByRole("button", { name: "Recreate" }).click();
  // The old one has another name meanwhile, and the form keeps this one.
  await expect.poll(() => daemon.docker("ps", "-a", "--format", "{{.Names}}")).toMatch(/formed\.old-/);
  await expect(page.getByRole("dialog", { name: "Edit formed", exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  const [id, env] = (await daemon.docker("inspect", "-f", "{{.Id}} {{.Config.Env}}", "formed")).split(" ");
  expect(id).not.toBe(before);
  expect(env).toContain("MODE=other");
});

test("an image that is not here is pulled from the form, which goes on with it; what is here is suggested", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(refused);
  await daemon.docker("network", "create", "--internal", "back");
  const image = `${registry.host}/team/app:1`;
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await page.getByRole("button", { name: "Create…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Network" }).click();
  await expect(page.getByRole("option", { name: "back" })).toBeVisible();
  await dialog.getByRole("combobox", { name: "Image" }).fill("bo");
  await page.getByRole("option", { name: "box:latest" }).click();
  await expect(dialog.getByRole("combobox", { name: "Image" })).toHaveValue("box:latest");
  await dialog.getByLabel("Name", { exact: true }).fill("fetched");
  await dialog.getByRole("combobox", { name: "Image" }).fill(image);
  await dialog.getByRole("button", { name: "Create and start" }).click();
  await expect(dialog).toContainText(`The image ${image} isn’t on this server.`);
  expect(await daemon.docker("images", "-q", image)).toBe("");
  await dialog.getByRole("button", { name: "Pull it and go on" }).click();
  await expect.poll(() => daemon.docker("images", "-q", image)).not.toBe("");
  await expect.poll(() => daemon.docker("ps", "-a", "--filter", "name=fetched", "--format", "{{.Image}}")).toBe(image);
});

test("the buttons of the form and what is wrong stay in sight; the old container is said to run again", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(refused);
  await page.setViewportSize({ width: 1360, height: 850 });
  const run = ["run", "-d", "--stop-signal", "KILL", "--name"];
  const published = `127.0.0.1:${await freePort()}:80`;
  await daemon.docker(...run, "taken", "-p", published, "box", "/bin/sleep", "1000");
  await daemon.docker(...run, "edited", "-e", "A=1", "-e", "B=2", "box", "/bin/sleep", "1000");
  const before = await inspect("edited", ".Id");
  await enter(page, server, await signIn(server));
  await page.goto(`${server.url}/containers`);
  await choose(page, "edited", "Edit and recreate…");
  const dialog = page.getByRole("dialog", { name: "Edit edited" });
  const button = dialog.getByRole("button", { name: "Recreate" });
  await dialog.getByLabel("Ports").fill(published);
  await dialog.getByLabel("Name", { exact: true }).scrollIntoViewIfNeeded();
  await expect(button).toBeInViewport({ ratio: 1 });
  await button.click();
  await expect(dialog).toContainText("port is already allocated", { timeout: 30_000 });
  await expect(dialog.getByText("edited runs again as it was before.")).toBeInViewport({ ratio: 1 });
  await expect(button).toBeInViewport({ ratio: 1 });
  expect(await inspect("edited", ".Id")).toBe(before);
  expect(await inspect("edited", ".State.Status")).toBe("running");
});
