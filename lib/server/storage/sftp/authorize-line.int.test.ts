import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { authorizeLine } from "./authorize-line";
import { createSftpSession } from "./create-sftp-session";
import type { SftpSession } from "./protocol/sftp-session";
import { connectClient } from "./sftp-fixture";

const cannot = whyNoSshd();
const line = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample mia@desk";
let sshd: Sshd;
let session: SftpSession;
let end = () => {};
let home: string;

if (cannot === null) {
  beforeAll(async () => {
    sshd = await startSshd();
    const client = await connectClient(sshd);
    end = () => client.end();
    session = await createSftpSession(client);
  });
  afterAll(async () => {
    end();
    await sshd.stop();
  });
}
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "home-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const keysFile = () => path.join(home, ".ssh/authorized_keys");
const add = (text = line) => authorizeLine(session, { home, line: text });

test.skipIf(cannot !== null)("where nothing is, folder and file are made for their owner alone", async () => {
  expect(await add()).toBe(true);
  expect(readFileSync(keysFile(), "utf8")).toBe(`${line}\n`);
  expect([statSync(path.dirname(keysFile())).mode & 0o777, statSync(keysFile()).mode & 0o777]).toEqual([0o700, 0o600]);
});

test.skipIf(cannot !== null)("what is there stays, to the byte, and no key comes twice", async () => {
  mkdirSync(path.dirname(keysFile()));
  const before = Buffer.concat([Buffer.from('# ours \n\ncommand="x" ssh-rsa AAAAB3 tom'), Buffer.from([0xff])]);
  writeFileSync(keysFile(), before);
  chmodSync(keysFile(), 0o640);
  expect(await add()).toBe(true);
  expect(readFileSync(keysFile())).toEqual(Buffer.concat([before, Buffer.from(`\n${line}\n`)]));
  expect(statSync(keysFile()).mode & 0o777).toBe(0o640);
  expect(await add(line.replace("mia@desk", "another comment"))).toBe(false);
  expect(await add("ssh-rsa AAAAB3")).toBe(false);
  expect(readFileSync(keysFile(), "utf8").match(/IExample/g)).toHaveLength(1);
});

const key = line.split(" ").slice(0, 2).join(" ");

test.skipIf(cannot !== null).each([
  ["a comment", `# disabled: ${line}`],
  ["a comment that is moved in", ` \t#${line}`],
  ["the comment of another", `ssh-rsa AAAAB3 was ${key}`],
  ["what another runs", `command="grep '${key}' \\"x\\"" ssh-rsa AAAAB3`],
  ["a longer one", `${key}more mia@desk`],
  ["an authority", `cert-authority ${line}`],
])("a key that stands in %s alone is none that lets anybody in", async (_, other) => {
  mkdirSync(path.dirname(keysFile()));
  writeFileSync(keysFile(), `${other}\n`);
  expect(await add()).toBe(true);
  expect(readFileSync(keysFile(), "utf8")).toBe(`${other}\n${line}\n`);
  expect(await add()).toBe(false);
});

test.skipIf(cannot !== null).each([
  ["options", `no-pty,command="echo \\"a b\\" #" ${line}`],
  ["spaces", `  ${key.replace(" ", " \t ")}\r`],
])("a key with %s is found", async (_, other) => {
  mkdirSync(path.dirname(keysFile()));
  writeFileSync(keysFile(), `ssh-rsa AAAAB3\n${other}\n`);
  expect(await add()).toBe(false);
});

test.skipIf(cannot !== null)("a long list is read whole; what is no list is left alone", async () => {
  mkdirSync(path.dirname(keysFile()));
  const long = `${line}\n${"# filler\n".repeat(100_000)}`;
  writeFileSync(keysFile(), long);
  expect(await add()).toBe(false);
  writeFileSync(keysFile(), "x".repeat(1_100_000));
  await expect(add()).rejects.toMatchObject({ key: "file/too-large" });
  rmSync(keysFile());
  mkdirSync(keysFile());
  await expect(add()).rejects.toMatchObject({ key: expect.stringMatching(/^file\//) });
});
