import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { busyboxProblem } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { call, makeUser, signIn, type CallOptions, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { finishTask } from "../support/finish-task";
import { startFiledeck, type Filedeck } from "../support/start-filedeck";
import { startRegistry, type Registry } from "../support/start-registry";
import { enter, expect, test } from "../support/test";

const problem = dockerdProblem() ?? busyboxProblem();
/** Of another server than the worker's. */
const elsewhere = /^request outside: (?:http|ws):\/\/127\.0\.0\.1:/;
test.skip(problem !== null, problem ?? "");
test.setTimeout(90_000);

const account = { username: "deploy", password: "a token: with ünïcode" };
let daemon: Dockerd;
let server: Filedeck;
let root: Session;
let registry: Registry;
const ask = <T = unknown>(where: string, options: CallOptions = {}) =>
  call<T>(server, where, { session: root, ...options });
const pull = async (reference: string) => {
  const { answer } = await ask<{ taskId: string }>("docker/images/pull", { body: { reference } });
  return finishTask(server, root, answer.data.taskId);
};

const saveAccount = async () =>
  expect(
    (
      await ask("docker/registries", {
        body: { host: registry.host, username: account.username, secret: account.password },
      })
    ).status,
  ).toBe(200);

test.beforeAll(async () => {
  [daemon, registry] = await Promise.all([startDockerd(), startRegistry({ account })]);
  server = await startFiledeck({ env: { DOCKER_HOST: daemon.env["DOCKER_HOST"] ?? "" } });
  root = await signIn(server);
});
test.afterAll(async () => {
  await server.remove();
  await Promise.all([daemon.stop(), registry.stop()]);
});

test("an account opens its registry and no other, and its password never comes back", async ({
  page,
  expectConsole,
}) => {
  expectConsole(elsewhere);
  expectConsole(/status of (?:4\d\d)/);
  const image = `${registry.host}/team/app:1`;
  expect(await pull(image)).toMatchObject({ state: "failed", failures: [{ error: "docker/pull-failed" }] });

  await enter(page, server, root);
  await page.goto(`${server.url}/containers/images`);
  await page.getByRole("button", { name: "Registries…" }).click();
  await page.getByRole("button", { name: "Add registry" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Registry").fill("not a host/");
  await expect(dialog).toContainText("This isn’t the name of a registry");
  await dialog.getByLabel("Registry").fill(registry.host);
  await dialog.getByLabel("Username").fill(account.username);
  await dialog.getByLabel("Password or token").fill("wrong");
  await dialog.getByRole("button", { name: "Sign in and save" }).click();
  await expect(dialog).toContainText("refused this username or password");
  await dialog.getByLabel("Password or token").fill(account.password);
  await dialog.getByRole("button", { name: "Sign in and save" }).click();
  await expect(dialog.getByRole("listitem")).toContainText(registry.host);
  await expect(dialog.getByRole("listitem")).toContainText("deploy · last worked");
  expect(await violationsInThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Test" }).click();
  await expect(page.getByText(`${registry.host} accepts this account`).first()).toBeVisible();
  expect((await ask("docker/registries")).text).not.toContain("token");

  expect(await pull(image)).toMatchObject({ state: "done" });
  expect((await ask<{ state: string }>("docker/images/check", { body: { reference: image } })).answer.data.state).toBe(
    "current",
  );
  // The same machine by another name is another registry.
  const other = image.replace("127.0.0.1", "localhost");
  registry.seen.length = 0;
  expect((await pull(other)).state).toBe("failed");
  expect(registry.seen.every(({ authorization }) => authorization === null)).toBe(true);
});

test("a build pulls with it, and where a registry sends on the account does not go", async () => {
  await saveAccount();
  const folder = path.join(server.filesDir, "build");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "Dockerfile"), `FROM ${registry.host}/team/app:1\nLABEL built=yes\n`);
  await daemon.docker("rmi", "-f", `${registry.host}/team/app:1`);
  await ask("docker/images/build", { body: { path: "files/build", reference: "built:1", cols: 80, rows: 24 } });
  await expect.poll(() => daemon.docker("images", "-q", "built:1"), { timeout: 30_000 }).not.toBe("");

  const store = await startRegistry();
  const sending = await startRegistry({ account, blobsAt: `http://${store.host}` });
  try {
    await ask("docker/registries", {
      body: { host: sending.host, username: account.username, secret: account.password },
    });
    await pull(`${sending.host}/team/app:1`);
    expect(sending.seen.some(({ authorization }) => authorization !== null)).toBe(true);
    expect(store.seen.length).toBeGreaterThan(0);
    expect(store.seen.filter(({ authorization }) => authorization !== null)).toEqual([]);
  } finally {
    await Promise.all([store.stop(), sending.stop()]);
  }
});

test("accounts are for who has the right to them, changed, and forgotten", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  expectConsole(/status of 4\d\d/);
  const pulls = await signIn(
    server,
    await makeUser(server, root, { permissions: ["docker_view", "docker_image_update", "lan_access"] }),
  );
  const manages = await signIn(
    server,
    await makeUser(server, root, { permissions: ["docker_view", "docker_registry"] }),
  );
  await saveAccount();
  const body = { host: registry.host, username: "x", secret: "y" };
  expect((await call(server, "docker/registries", { session: pulls })).status).toBe(403);
  expect((await call(server, "docker/registries", { session: pulls, body })).status).toBe(403);
  // A registry in a private network is for who may reach those.
  expect((await call(server, "docker/registries", { session: manages, body })).answer.error).toBe("outbound/lan");
  const { answer } = await call<{ taskId: string }>(server, "docker/images/pull", {
    session: pulls,
    body: { reference: `${registry.host}/team/app:1` },
  });
  expect((await finishTask(server, root, answer.data.taskId)).state).toBe("done");
  await daemon.docker("rmi", "-f", `${registry.host}/team/app:1`);
  await enter(page, server, root);
  await page.goto(`${server.url}/containers/images`);
  await page.getByRole("button", { name: "Registries…" }).click();
  const line = page.getByRole("dialog").getByRole("listitem").filter({ hasText: registry.host });
  await line.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Password or token").fill("wrong");
  await page.getByRole("button", { name: "Sign in and save" }).click();
  await expect(page.getByRole("dialog")).toContainText("refused this username or password");
  await page.getByLabel("Password or token").fill("");
  await page.getByRole("button", { name: "Sign in and save" }).click();
  await line.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: `Delete the account for ${registry.host}?` });
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText(`Account for ${registry.host} deleted`).first()).toBeVisible();
  await expect(line).toHaveCount(0);
  expect((await pull(`${registry.host}/team/app:1`)).state).toBe("failed");
});

test("a pull shows each layer, goes on in the background, and is cancelled", async ({ page, expectConsole }) => {
  expectConsole(elsewhere);
  const slow = await startRegistry({ slowMs: 50, isHeld: true });
  try {
    await enter(page, server, root);
    await page.goto(`${server.url}/containers/images`);
    await page.getByRole("button", { name: "Pull…" }).click();
    await page.getByRole("textbox", { name: "Image" }).fill(`${slow.host}/team/app:1`);
    await page.getByRole("dialog").getByRole("button", { name: "Pull", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Pulling/ });
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await expect(dialog.getByRole("listitem").first()).toContainText(
      /Downloading.* of 1\.\d+ MB|Downloading.* of 2\.\d+ MB/,
    );
    expect(await violationsInThemes(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toContainText("Stopped");
    await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
    expect(await daemon.docker("images", "-q", `${slow.host}/team/app`)).toBe("");

    await page.getByRole("button", { name: "Pull…" }).click();
    await page.getByRole("textbox", { name: "Image" }).fill(`${slow.host}/team/app:1`);
    await page.getByRole("dialog").getByRole("button", { name: "Pull", exact: true }).click();
    await expect(dialog.getByRole("listitem")).toHaveCount(3);
    await dialog.getByRole("button", { name: "Go on in the background" }).click();
    slow.release();
    await expect(page.getByRole("row", { name: new RegExp(slow.host) })).toBeVisible({ timeout: 30_000 });
  } finally {
    await slow.stop();
  }
});
