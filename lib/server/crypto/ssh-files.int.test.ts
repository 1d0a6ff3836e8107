import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { makeCryptoFixture } from "./crypto-fixture";
import { createKey } from "./manage-keys";
import { importSshFile, listSshFiles, saveKey } from "./ssh-files";

let fixture: Awaited<ReturnType<typeof makeCryptoFixture>>;
const none = { comment: "", passphrase: "", keep_passphrase: false };
const mia = () => fixture.ctxOf("mia", "ssh_proxy", "crypto_ssh_file");
const sshDir = () => path.join(fixture.home, ".ssh");
const modeOf = (file: string) => statSync(file).mode & 0o7777;

beforeAll(async () => {
  fixture = await makeCryptoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => vi.stubEnv("HOME", fixture.home));
afterEach(async () => {
  vi.unstubAllEnvs();
  rmSync(sshDir(), { recursive: true, force: true });
  await fixture.db.sshKey.deleteMany();
});

async function makeKey(passphrase = "") {
  return (await createKey({ ...none, name: "laptop", type: "ed25519", comment: "mia", passphrase }, mia())).key;
}

test("both halves are saved where ssh finds them, for nobody else to read", async () => {
  const key = await makeKey();
  const before = process.umask(0o077);
  try {
    expect(await saveKey({ id: key.id, file_name: "id_ed25519" }, mia())).toEqual({
      path: path.join(sshDir(), "id_ed25519"),
    });
  } finally {
    process.umask(before);
  }
  const file = path.join(sshDir(), "id_ed25519");
  expect([modeOf(sshDir()), modeOf(file), modeOf(`${file}.pub`)]).toEqual([0o700, 0o600, 0o644]);
  expect(readFileSync(`${file}.pub`, "utf8")).toBe(`${key.public_key}\n`);
  expect(execFileSync("ssh-keygen", ["-y", "-P", "", "-f", file], { encoding: "utf8" }).trim()).toBe(key.public_key);
  expect(await listSshFiles({}, mia())).toEqual({
    folder: sshDir(),
    files: [{ file_name: "id_ed25519", fingerprint: key.fingerprint, has_passphrase: false, key_id: key.id }],
  });
});

test("nothing is replaced, whichever half is there", async () => {
  const { id } = await makeKey();
  mkdirSync(sshDir());
  const file = (name: string) => path.join(sshDir(), name);
  writeFileSync(file("a"), "old");
  writeFileSync(file("b.pub"), "old");
  symlinkSync("/nowhere", file("c"));
  for (const name of ["a", "b", "c"])
    await expect(saveKey({ id, file_name: name }, mia())).rejects.toMatchObject({ key: "crypto/file-exists" });
  expect([readFileSync(file("a"), "utf8"), readFileSync(file("b.pub"), "utf8")]).toEqual(["old", "old"]);
  expect(["a.pub", "b", "c.pub"].filter((name) => existsSync(file(name)))).toEqual([]);
});

test("no link is followed: neither the folder's nor a file's", async () => {
  const { id } = await makeKey();
  const elsewhere = path.join(fixture.base, "elsewhere");
  mkdirSync(elsewhere);
  symlinkSync(elsewhere, sshDir());
  await expect(saveKey({ id, file_name: "x" }, mia())).rejects.toMatchObject({ key: "crypto/folder" });
  await expect(listSshFiles({}, mia())).rejects.toMatchObject({ key: "crypto/folder" });
  expect(existsSync(path.join(elsewhere, "x"))).toBe(false);
  rmSync(sshDir());
  await saveKey({ id, file_name: "x" }, mia());
  symlinkSync(path.join(sshDir(), "x"), path.join(sshDir(), "link"));
  expect((await listSshFiles({}, mia())).files.map(({ file_name: name }) => name)).toEqual(["x"]);
  const linked = importSshFile({ name: "linked", file_name: "link", passphrase: "", keep_passphrase: false }, mia());
  await expect(linked).rejects.toMatchObject({ key: "file/not-found" });
});

test.runIf(process.getuid?.() === 0)("another account's folder is left alone", async () => {
  const { id } = await makeKey();
  mkdirSync(sshDir());
  execFileSync("chown", ["65534", sshDir()]);
  await expect(saveKey({ id, file_name: "x" }, mia())).rejects.toMatchObject({ key: "crypto/folder" });
});

test("what is there is listed and kept, locked or not; what is no key is left out", async () => {
  mkdirSync(sshDir());
  const make = (name: string, ...args: string[]) =>
    execFileSync("ssh-keygen", ["-q", "-f", path.join(sshDir(), name), ...args]);
  make("id_rsa", "-t", "rsa", "-b", "2048", "-N", "secret words");
  make("id_ecdsa", "-t", "ecdsa", "-m", "PEM", "-N", "");
  writeFileSync(path.join(sshDir(), "known_hosts"), "host ssh-ed25519 AAAA\n");
  writeFileSync(path.join(sshDir(), "config"), "Host *\n");
  execFileSync("mkfifo", [path.join(sshDir(), "pipe")]);
  const { files } = await listSshFiles({}, mia());
  expect(files).toEqual([
    { file_name: "id_ecdsa", fingerprint: null, has_passphrase: false, key_id: null },
    { file_name: "id_rsa", fingerprint: expect.stringMatching(/^SHA256:/), has_passphrase: true, key_id: null },
  ]);
  const keep = (file_name: string, passphrase: string) =>
    importSshFile({ name: file_name, file_name, passphrase, keep_passphrase: true }, mia());
  await expect(keep("id_rsa", "")).rejects.toMatchObject({ key: "crypto/passphrase" });
  const { key } = await keep("id_rsa", "secret words");
  expect(key).toMatchObject({ fingerprint: files[1]?.fingerprint, has_passphrase: true, is_passphrase_kept: true });
  expect((await keep("id_ecdsa", "")).key).toMatchObject({ algorithm: "ecdsa", bits: 256, has_passphrase: false });
  expect((await listSshFiles({}, mia())).files[1]?.key_id).toBe(key.id);
});

test("without a folder there is nothing to list; who may keep no keys gets none", async () => {
  expect((await listSshFiles({}, mia())).files).toEqual([]);
  const stranger = fixture.ctxOf("tom", "crypto_ssh_file");
  const { id } = await makeKey();
  await expect(saveKey({ id, file_name: "x" }, stranger)).rejects.toMatchObject({ key: "auth/forbidden" });
  const foreign = saveKey({ id, file_name: "x" }, fixture.ctxOf("tom", "ssh_proxy", "crypto_ssh_file"));
  await expect(foreign).rejects.toMatchObject({ key: "crypto/not-found" });
  expect(existsSync(sshDir())).toBe(false);
});
