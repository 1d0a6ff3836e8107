import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startSshServer } from "@/lib/server/ssh/ssh-server-fixture";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { call, makeUser, signIn } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { enter, expect, test } from "../support/test";

const noSshd = whyNoSshd();
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const shown = (page: Page) => page.locator(".xterm-rows").innerText();

async function addHost(page: Page, { name, address }: { name: string; address: string }): Promise<void> {
  await page.getByRole("button", { name: "Add host" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Host name or IP address").fill(address);
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rowOf(page, name)).toBeVisible();
}

test("a host is saved, asked about its key and its password, and has a terminal", async ({
  page,
  login,
  server,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const ssh = await startSshServer({
    signIn: (attempt) =>
      attempt.method === "password" && attempt.password === "pw" ? attempt.accept() : attempt.reject(["password"]),
  });
  await login();
  await page.goto(`${server.url}/ssh`);
  await expect(page.getByText("No hosts yet")).toBeVisible();
  await addHost(page, { name: "Build server", address: `mia@127.0.0.1:${ssh.port}` });
  expect(await violationsInThemes(page)).toEqual([]);
  await rowOf(page, "Build server").getByRole("button", { name: "Open terminal" }).click();
  await expect(page.getByText(/SHA256:/)).toBeVisible();
  await page.getByRole("button", { name: "Trust and connect" }).click();
  const password = page.getByLabel("Password for Build server");
  await password.fill("wrong");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That was not accepted")).toBeVisible();
  await password.fill("pw");
  await page.keyboard.press("Enter");
  await expect.poll(() => shown(page)).toContain("welcome");
  await expect(rowOf(page, "Build server")).toContainText("Connected");
  await page.keyboard.type("hello\r");
  await expect.poll(() => shown(page)).toContain("got hello");
  // The other side goes: nothing hangs, and the tab says so.
  ssh.drop();
  await expect(page.getByRole("region", { name: "Terminals" }).getByRole("status")).toHaveText("Connection lost");
  await expect(rowOf(page, "Build server")).not.toContainText("Connected");
  // A new shell takes its place.
  await page.getByRole("button", { name: "Reconnect", exact: true }).click();
  await password.fill("pw");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Terminals" }).getByRole("status")).toHaveCount(0);
  await expect.poll(() => shown(page)).toContain("welcome");
  // Other tests have terminals of the same user's.
  await expect(page.getByRole("tab", { name: /Build server|mia@/ })).toHaveCount(1);
  ssh.drop();
  await page.getByRole("region", { name: "Terminals" }).getByRole("button", { name: "Close", exact: true }).click();
  await rowOf(page, "Build server").getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No hosts yet")).toBeVisible();
  await ssh.close();
});

test("whoever has no right to SSH gets nothing of it, and another's host is as unknown as none", async ({
  server,
  root,
}) => {
  const fields = { name: "box", address: "127.0.0.1", username: "mia" };
  const created = await call<{ id: string }>(server, "ssh/hosts", { session: root, body: fields });
  const { id } = created.answer.data;
  const without = await signIn(server, await makeUser(server, root, { permissions: ["terminal"] }));
  const other = await signIn(server, await makeUser(server, root, { permissions: ["ssh_proxy"] }));
  const ask = async (session: typeof root, name: string, method: string, body?: object) =>
    (await call(server, name, { session, method, ...(body === undefined ? {} : { body }) })).status;
  for (const [name, method, body] of [
    ["ssh/hosts", "GET", undefined],
    ["ssh/hosts", "POST", fields],
    [`ssh/hosts/${id}`, "PUT", { name: "x" }],
    [`ssh/hosts/${id}`, "DELETE", undefined],
    ["ssh/terminal", "POST", { id, cols: 80, rows: 24 }],
    ["ssh/files", "POST", { id }],
    ["ssh/disconnect", "POST", { id }],
  ] as const) {
    expect([name, await ask(without, name, method, body)]).toEqual([name, 403]);
    if (name !== "ssh/hosts") expect([name, await ask(other, name, method, body)]).toEqual([name, 404]);
  }
  await call(server, `ssh/hosts/${id}`, { session: root, method: "DELETE" });
});

test.describe("on a real sshd", () => {
  test.skip(noSshd !== null, noSshd ?? "");
  let sshd: Sshd;
  let folder: string;
  test.beforeAll(async () => {
    sshd = await startSshd();
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), "remote-")));
    mkdirSync(path.join(folder, "notes"));
    writeFileSync(path.join(folder, "notes", "todo.txt"), "milk\n");
  });
  test.afterAll(async () => {
    await sshd.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("a file is edited on a host that only SSH reaches, with a key, and goes there and back", async ({
    page,
    login,
    server,
    root,
    tempRoot,
    expectConsole,
  }) => {
    // Nobody is connected yet; and what asks just when the server is away is told so.
    expectConsole(/409 \(Conflict\)|503 \(Service Unavailable\)/);
    expectConsole(/422 .*trash\/restore/);
    const session = await login();
    const key = await call<{ key: { id: string } }>(server, "crypto/keys/import", {
      session: root,
      body: { name: "sshd", text: sshd.privateKey },
    });
    expect(key.status, key.text).toBe(200);
    await page.goto(`${server.url}/ssh`);
    await page.getByRole("button", { name: "Add host" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Host name or IP address").fill(`${sshd.user}@127.0.0.1:${sshd.port}`);
    await dialog.getByLabel("Name", { exact: true }).fill("NAS");
    await dialog.getByLabel("Sign in with").selectOption("key");
    await dialog.getByLabel("Key", { exact: true }).selectOption(key.answer.data.key.id);
    await dialog.getByText("More settings").click();
    await dialog.getByLabel("Start folder").fill(folder);
    await dialog.getByRole("button", { name: "Save" }).click();
    await rowOf(page, "NAS").getByRole("button", { name: "Browse files" }).click();
    await expect(page.getByText("Not connected to NAS")).toBeVisible();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByRole("button", { name: "Trust and connect" }).click();
    await page.getByRole("row", { name: /notes/ }).dblclick();
    await page.getByRole("row", { name: /todo/ }).dblclick();
    const editor = page.getByRole("dialog", { name: "todo.txt" }).getByRole("textbox", { name: "todo.txt" });
    await expect(editor).toBeFocused();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("bread");
    await page.keyboard.press("Control+s");
    await expect.poll(() => readFileSync(path.join(folder, "notes", "todo.txt"), "utf8")).toBe("milk\nbread");
    // From here to there, and back.
    const local = tempRoot({ "a.txt": "from here" });
    const copy = (files: string[], to: string) =>
      call(server, "file/copy", { session, body: { files, to, conflict: "fail" } });
    expect((await copy([`${local.path}/a.txt`], "nas/notes")).status).toBe(200);
    await expect.poll(() => readIf(path.join(folder, "notes", "a.txt"))).toBe("from here");
    // The connection goes while somebody looks, and comes back by itself.
    await sshd.restart();
    await page.goto(`${server.url}/browse/nas/notes`);
    await expect(page.getByRole("row", { name: /a\.txt/ })).toBeVisible();
    // What is deleted there goes to a trash there, and comes back by one key.
    await rowOf(page, "a\\.txt").click();
    await page.keyboard.press("Delete");
    await expect(page.getByTestId("toast").filter({ hasText: "Moved “a.txt” to the trash" })).toBeVisible();
    await expect(rowOf(page, "a\\.txt")).toHaveCount(0);
    expect(readIf(path.join(folder, "notes", "a.txt"))).toBe(null);
    await page.keyboard.press("Control+z");
    await expect(rowOf(page, "a\\.txt")).toBeVisible();
    await expect.poll(() => readIf(path.join(folder, "notes", "a.txt"))).toBe("from here");
    // From the trash's page, also when nobody is connected any more.
    await rowOf(page, "a\\.txt").click();
    await page.keyboard.press("Delete");
    await expect.poll(() => readIf(path.join(folder, "notes", "a.txt"))).toBe(null);
    await page.goto(`${server.url}/trash`);
    await sshd.kill();
    await rowOf(page, "a\\.txt NAS").click();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(page.getByTestId("toast").filter({ hasText: "can’t be reached" })).toBeVisible();
    expect(readIf(path.join(folder, "notes", "a.txt"))).toBe(null);
    await sshd.restart();
    await page.getByRole("button", { name: "Restore", exact: true }).click();
    await expect.poll(() => readIf(path.join(folder, "notes", "a.txt"))).toBe("from here");
    await page.goto(`${server.url}/ssh`);
    await rowOf(page, "NAS").getByRole("button", { name: "Open terminal" }).click();
    await expect.poll(() => shown(page)).toMatch(/[$#]/);
    await page.keyboard.type("pwd; echo $SSH_CONNECTION | wc -w\r");
    await expect.poll(() => shown(page)).toContain(folder);
    await expect.poll(() => shown(page)).toMatch(/\n4/);
    // The same on several hosts, of which one is not there.
    const dead = { name: "Dead", address: "127.0.0.1", port: 1, username: "mia" };
    const other = await call<{ id: string }>(server, "ssh/hosts", { session, body: dead });
    await page.getByRole("button", { name: "Run command" }).click();
    const runs = page.getByRole("dialog");
    await runs.getByLabel("Command", { exact: true }).fill("echo on-$(basename $PWD | wc -c); exit 3");
    for (const name of ["NAS", "Dead"]) await runs.getByLabel(name, { exact: true }).check();
    await runs.getByRole("button", { name: "Run", exact: true }).click();
    await expect(runs.getByRole("region", { name: "NAS" })).toContainText(/Exit code 3[^]*on-\d/);
    await expect(runs.getByRole("region", { name: "Dead" })).toContainText("can’t be reached");
    await page.keyboard.press("Escape");
    await call(server, `ssh/hosts/${other.answer.data.id}`, { session, method: "DELETE" });
    const { id } = (await call<{ hosts: { id: string; name: string }[] }>(server, "ssh/hosts", { session })).answer.data
      .hosts[0] ?? { id: "" };
    await call(server, `ssh/hosts/${id}`, { session, method: "DELETE" });
    await expect(page.getByRole("region", { name: "Terminals" }).getByRole("status")).toBeVisible();
    // The next test finds no terminal of this one.
    await page.getByRole("region", { name: "Terminals" }).getByRole("button", { name: "Close", exact: true }).click();
    const gone = await call(server, "file/list?path=nas", { session });
    expect(gone.status).toBe(404);
    await enter(page, server, session);
  });
});

function readIf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
