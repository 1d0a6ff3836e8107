import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { call, makeUser, signIn, type Session } from "../support/api-client";
import { violationsInThemes } from "../support/axe";
import { expect, test } from "../support/test";

type Listed = { keys: { id: string; name: string; public_key: string; fingerprint: string }[] };

const ssh = (...args: string[]) => execFileSync("ssh-keygen", args, { encoding: "utf8" }).trim();
/** A passphrase costs seconds of a processor that others use as well. */
const slowly = { timeout: 30_000 };
const row = (page: Page, name: string) => page.getByRole("row", { name });
const keyBody = (name: string) => ({ name, type: "ed25519", comment: "e2e" });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

async function keysOf(server: { url: string }, session: Session) {
  return (await call<Listed>(server, "crypto/keys", { session })).answer.data.keys;
}

test("a key is created, downloaded, saved to ~/.ssh and deleted on the screen, and ssh-keygen agrees", async ({
  page,
  login,
  server,
}) => {
  const session = await login({ permissions: ["ssh_proxy", "crypto_ssh_file"] });
  const home = path.join(server.workDir, ".ssh");
  rmSync(home, { recursive: true, force: true });
  await page.goto(`${server.url}/keys`);
  await expect(page.getByText("No keys yet")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name", { exact: true }).fill("Web servers");
  await dialog.getByLabel("Passphrase (optional)").fill("two words");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText("The passphrases don’t match")).toBeVisible();
  await dialog.getByLabel("Repeat passphrase").fill("two words");
  await dialog.getByLabel("Repeat passphrase").press("Enter");
  await expect(dialog.getByText("Key created")).toBeVisible(slowly);
  const [key] = await keysOf(server, session);
  await expect(dialog.getByText(key?.public_key ?? "none")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row(page, "Web servers")).toContainText(key?.fingerprint ?? "none");

  await choose(page, "Web servers", "Download private key");
  const downloading = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
  const file = path.join(server.workDir, "downloaded");
  await (await downloading).saveAs(file);
  execFileSync("chmod", ["600", file]);
  expect(ssh("-y", "-P", "two words", "-f", file)).toBe(key?.public_key);

  await choose(page, "Web servers", "Save to ~/.ssh");
  const name = dialog.getByLabel("File name");
  await expect(name).toHaveValue("id_ed25519");
  await name.fill("../evil");
  await name.press("Enter");
  await expect(dialog.getByText("Use letters, digits")).toBeVisible();
  await name.fill("web");
  await name.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(readFileSync(path.join(home, "web.pub"), "utf8")).toBe(`${key?.public_key}\n`);
  expect([statSync(home).mode & 0o777, statSync(path.join(home, "web")).mode & 0o777]).toEqual([0o700, 0o600]);
  await expect(page.getByText("Already in your keys")).toBeVisible();

  await choose(page, "Web servers", "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No keys yet")).toBeVisible();
  expect(await keysOf(server, session)).toEqual([]);
  expect(existsSync(path.join(home, "web"))).toBe(true);
});

test("keys are imported from text and from the server’s ~/.ssh; a wrong passphrase is said at its field", async ({
  page,
  login,
  server,
  expectConsole,
}) => {
  expectConsole(/422/);
  await login({ permissions: ["ssh_proxy", "crypto_ssh_file"] });
  const home = path.join(server.workDir, ".ssh");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { mode: 0o700 });
  ssh("-q", "-t", "ecdsa", "-N", "open sesame", "-C", "mia@laptop", "-f", path.join(home, "id_ecdsa"));
  const other = path.join(server.workDir, "other");
  ssh("-q", "-t", "rsa", "-b", "2048", "-m", "PEM", "-N", "", "-f", other);
  await page.goto(`${server.url}/keys`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "Import", exact: true }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("pasted");
  await dialog.getByLabel("Private key").fill(readFileSync(`${other}.pub`, "utf8"));
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByRole("alert")).toContainText("This is a public key");
  await dialog.getByLabel("Private key").fill(readFileSync(other, "utf8"));
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText("Key imported")).toBeVisible(slowly);
  await page.keyboard.press("Escape");
  await expect(row(page, "pasted")).toContainText("RSA 2048");

  await page.getByRole("button", { name: "Import id_ecdsa" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill("from disk");
  const passphrase = dialog.getByLabel("Passphrase, if it has one");
  await dialog.getByRole("button", { name: "Import" }).click();
  await expect(dialog.getByText("Enter this key’s passphrase")).toBeVisible();
  await passphrase.fill("wrong");
  await passphrase.press("Enter");
  await expect(dialog.getByText("Incorrect passphrase")).toBeVisible(slowly);
  await passphrase.fill("open sesame");
  await dialog.getByLabel("Remember the passphrase").check();
  await passphrase.press("Enter");
  await expect(dialog.getByText("Key imported")).toBeVisible(slowly);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row(page, "from disk")).toContainText("Passphrase saved");
  await expect(row(page, "from disk")).toContainText("mia@laptop");
});

test("a key belongs to one user; without the rights the server refuses, and the screen offers nothing", async ({
  page,
  login,
  server,
  root,
}) => {
  const owner = await signIn(server, await makeUser(server, root, { permissions: ["ssh_proxy"] }));
  const made = await call<{ key: { id: string } }>(server, "crypto/keys", { session: owner, body: keyBody("own") });
  const { id } = made.answer.data.key;
  expect(made.text).not.toContain("PRIVATE KEY");

  // Not even the administrator.
  for (const [where, init] of [
    [`crypto/keys/${id}`, { method: "DELETE" }],
    [`crypto/keys/${id}/private`, { body: {} }],
    ["crypto/ssh-folder/save", { body: { id, file_name: "stolen" } }],
  ] as const) {
    const { status, answer } = await call(server, where, { session: root, ...init });
    expect([where, status, answer.error]).toEqual([where, 404, "crypto/not-found"]);
  }
  for (const [where, init] of [
    ["crypto/ssh-folder", {}],
    ["crypto/ssh-folder/save", { body: { id, file_name: "own" } }],
    ["crypto/ssh-folder/import", { body: { name: "x", file_name: "id_rsa" } }],
  ] as const)
    expect((await call(server, where, { session: owner, ...init })).status).toBe(403);
  const stranger = await signIn(server, await makeUser(server, root, { permissions: ["file_read"] }));
  for (const [where, init] of [
    ["crypto/keys", {}],
    ["crypto/keys", { body: keyBody("mine") }],
    [`crypto/keys/${id}/private`, { body: {} }],
  ] as const)
    expect((await call(server, where, { session: stranger, ...init })).status).toBe(403);
  expect(existsSync(path.join(server.workDir, ".ssh", "own"))).toBe(false);

  await login({ permissions: ["ssh_proxy"] });
  await page.goto(`${server.url}/keys`);
  await expect(page.getByText("No keys yet")).toBeVisible();
  await expect(page.getByText("Keys on this server")).toHaveCount(0);
  await login({ permissions: ["file_read"] });
});

test("what is in ~/.ssh is no way around: names with folders and links are refused", async ({ server, root }) => {
  const home = path.join(server.workDir, ".ssh");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(path.join(home, "authorized_keys"), "");
  const { answer } = await call<{ key: { id: string } }>(server, "crypto/keys", {
    session: root,
    body: keyBody("outside"),
  });
  const { id } = answer.data.key;
  for (const name of ["../out", "a/b", ".hidden", "-o", "authorized_keys", "config", "x.pub", "", "a\u0000b"]) {
    const { status } = await call(server, "crypto/ssh-folder/save", { session: root, body: { id, file_name: name } });
    expect([name, status]).toEqual([name, 400]);
  }
  const taken = { id, file_name: "once" };
  expect((await call(server, "crypto/ssh-folder/save", { session: root, body: taken })).status).toBe(200);
  const again = await call(server, "crypto/ssh-folder/save", { session: root, body: taken });
  expect([again.status, again.answer.error]).toEqual([409, "crypto/file-exists"]);
  await call(server, `crypto/keys/${id}`, { session: root, method: "DELETE" });
});

test("nothing on the page breaks a rule of access", async ({ page, login, server }) => {
  const session = await login({ permissions: ["ssh_proxy", "crypto_ssh_file"] });
  await call(server, "crypto/keys", { session, body: keyBody("a") });
  await page.goto(`${server.url}/keys`);
  await expect(row(page, "Ed25519")).toBeVisible();
  expect(await violationsInThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toBeFocused();
  expect(await violationsInThemes(page, { within: "[role=dialog]" })).toEqual([]);
});
