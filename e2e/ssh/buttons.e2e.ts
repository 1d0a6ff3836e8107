import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Server } from "node:net";
import path from "node:path";
import type { Page } from "@playwright/test";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { call, type Session } from "../support/api-client";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { readDatabase } from "../support/read-database";
import type { Filedeck } from "../support/start-filedeck";
import { expect, test } from "../support/test";

const noSshd = whyNoSshd();
const permissions = ["ssh_proxy", "lan_access", "terminal"] as const;
const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });

async function choose(page: Page, host: string, action: string): Promise<void> {
  await rowOf(page, host).getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** What a service behind a port says; null where nobody listens. */
function hear(port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(null));
    socket.once("close", () => resolve(null));
    socket.once("data", (data) => {
      resolve(data.toString());
      socket.destroy();
    });
  });
}

test.describe("buttons for hosts, on a real sshd", () => {
  test.skip(noSshd !== null, noSshd ?? "");
  let sshd: Sshd;
  test.beforeAll(async () => {
    sshd = await startSshd();
  });
  test.afterAll(() => sshd.stop());
  test.beforeEach(({ expectConsole }) => expectConsole(/409 \(Conflict\)/)); // nobody is connected yet

  /** A host with the key that its account takes. */
  async function saveHost(server: Filedeck, session: Session): Promise<string> {
    const imported = await call<{ key: { id: string } }>(server, "crypto/keys/import", {
      session,
      body: { name: "known", text: sshd.privateKey },
    });
    const host = await call<{ id: string }>(server, "ssh/hosts", {
      session,
      body: {
        name: "Lab",
        address: "127.0.0.1",
        port: sshd.port,
        username: sshd.user,
        auth: "key",
        key_id: imported.answer.data.key.id,
      },
    });
    expect(host.status, host.text).toBe(200);
    return host.answer.data.id;
  }

  async function connectTo(page: Page, host: string): Promise<void> {
    await rowOf(page, host).getByRole("button", { name: "Open terminal" }).click();
    await page.getByRole("button", { name: "Trust and connect" }).click();
    await expect.poll(() => page.locator(".xterm-rows").innerText()).toMatch(/[$#]/);
    await expect(rowOf(page, host)).toContainText("Connected");
  }

  test("a key is copied to a host, which lets it in from then on; what is changed of a host is kept and used", async ({
    page,
    login,
    server,
  }) => {
    const session = await login({ permissions });
    const id = await saveHost(server, session);
    const made = await call<{ key: { id: string; public_key: string } }>(server, "crypto/keys", {
      session,
      body: { name: "new key", type: "ed25519", comment: "e2e" },
    });
    const { id: keyId, public_key: line } = made.answer.data.key;
    const authorized = path.join(sshd.home, ".ssh", "authorized_keys");
    const copy = async () => {
      await page.getByRole("button", { name: "Actions for new key" }).click();
      await page.getByRole("menuitem", { name: "Copy to host…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Copy", exact: true }).click();
    };
    const said = (words: string) => expect(page.getByRole("status").getByText(words)).toBeAttached();
    await page.goto(`${server.url}/keys`);
    await copy();
    expect(existsSync(authorized)).toBe(false);
    await page.getByRole("button", { name: "Trust and connect" }).click();
    await said("The key can now sign in to “Lab”");
    expect(readFileSync(authorized, "utf8")).toBe(`${line}\n`);
    await copy();
    await said("“Lab” already had this key");
    expect(readFileSync(authorized, "utf8")).toBe(`${line}\n`);

    await page.goto(`${server.url}/ssh`);
    await expect(rowOf(page, "Lab")).toContainText("Connected");
    await choose(page, "Lab", "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit host" });
    await dialog.getByLabel("Name", { exact: true }).fill("Workshop");
    await dialog.getByLabel("Key", { exact: true }).selectOption(keyId);
    await dialog.getByText("More settings").click();
    await dialog.getByLabel("Start command").fill("echo in-$((40+2))");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, "Workshop")).not.toContainText("Connected");
    const stored = await readDatabase(server, 'SELECT name, keyId, startCommand FROM "SshHost" WHERE id = ?', id);
    expect(stored.map((row) => ({ ...row }))).toEqual([{ name: "Workshop", keyId, startCommand: "echo in-$((40+2))" }]);
    await rowOf(page, "Workshop").getByRole("button", { name: "Open terminal" }).click();
    await expect.poll(() => page.locator(".xterm-rows").innerText()).toContain("in-42");
  });

  test("a connection is ended, and with it the shell on the host; a key that is trusted no longer is asked about again", async ({
    page,
    login,
    server,
  }) => {
    const session = await login({ permissions });
    await saveHost(server, session);
    await page.goto(`${server.url}/ssh`);
    await expect(page.getByRole("region", { name: "Trusted host keys" })).toHaveCount(0);
    const before = await sshd.processIds();
    await connectTo(page, "Lab");
    expect((await sshd.processIds()).length).toBeGreaterThan(before.length);
    await choose(page, "Lab", "Disconnect");
    await expect(rowOf(page, "Lab")).not.toContainText("Connected");
    await expect(page.getByRole("region", { name: "Terminals" }).getByRole("status")).toHaveText("Connection lost");
    await expect.poll(() => sshd.processIds()).toEqual(before);

    const keys = page.getByRole("table", { name: "Trusted host keys" });
    const known = () => readDatabase(server, 'SELECT address FROM "SshHostKey" WHERE address LIKE ?', `%:${sshd.port}`);
    const scanned = execFileSync("ssh-keygen", ["-lf", "-"], { input: sshd.hostKey, encoding: "utf8" }).split(" ")[1];
    await expect(keys.getByRole("row", { name: `127.0.0.1:${sshd.port}` })).toContainText(scanned ?? "none");
    const count = (await known()).length;
    await keys.getByRole("button", { name: /^Remove/ }).click();
    await expect(keys).toHaveCount(0);
    expect((await known()).length).toBe(count - 1);
    await rowOf(page, "Lab").getByRole("button", { name: "Open terminal" }).click();
    await expect(page.getByText("You are connecting to 127.0.0.1")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  test("a port is forwarded, turned off and on, and deleted: who connects to it gets through only as long", async ({
    page,
    login,
    server,
  }) => {
    const service = await startGreeter("through the host");
    const session = await login({ permissions });
    await saveHost(server, session);
    await page.goto(`${server.url}/ssh`);
    await connectTo(page, "Lab");
    // Of those that are everybody's.
    const port = await freePort({ first: 31_500, last: 32_399 });
    await page.getByRole("button", { name: "Add port forward" }).click();
    const dialog = page.getByRole("dialog", { name: "Add port forward" });
    await expect(dialog).toContainText("You can choose ports from 31500 to 32399.");
    const [listens, leads] = [dialog.getByLabel("Port", { exact: true }).first(), dialog.getByLabel("Port").last()];
    await listens.fill(String(port));
    await leads.fill(String(portOf(service)));
    await dialog.getByRole("button", { name: "Add port forward" }).click();
    const forward = page.getByRole("row", { name: new RegExp(`127.0.0.1:${port}`) });
    await expect(forward).toContainText("Open");
    expect(await hear(port)).toBe("through the host");
    await expect(forward).toContainText("16 B received");
    const stored = async () =>
      (await readDatabase(server, 'SELECT isEnabled FROM "SshForward" WHERE bindPort = ?', String(port))).map((row) =>
        Boolean(row["isEnabled"]),
      );

    const toggle = forward.getByRole("switch");
    await toggle.click({ force: true });
    await expect(forward).toContainText("Off");
    expect([await hear(port), await stored()]).toEqual([null, [false]]);
    await toggle.click({ force: true });
    await expect(forward).toContainText("Open");
    expect([await hear(port), await stored()]).toEqual(["through the host", [true]]);
    await forward.getByRole("button", { name: /^Delete/ }).click();
    await expect(page.getByText("No port forwards")).toBeVisible();
    expect([await hear(port), await stored()]).toEqual([null, []]);
    await new Promise((resolve) => service.close(resolve));
  });
});

function startGreeter(words: string): Promise<Server> {
  const server = createServer((socket) => socket.on("error", () => {}).end(words));
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

const portOf = (server: Server) => (server.address() as AddressInfo).port; // it listens
