// Files on a host that is reached by SFTP, beside OpenSSH's own client: node --import tsx bench/sftp.ts   (needs root, openssh-server, sftp, ssh)
import { randomBytes } from "node:crypto";
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { createSftpAdapter } from "@/lib/server/storage/sftp/sftp-adapter";
import { connectTo } from "@/lib/server/storage/sftp/sftp-fixture";
import { startSshd } from "@/lib/server/process/sshd-fixture";
import { median } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";

const megabytes = 256;
const runs = 5;

const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const sshd = await startSshd();
const connection = connectTo(sshd);
const keyFile = path.join(work, "key");
writeFileSync(keyFile, sshd.privateKey, { mode: 0o600 });
const root = path.join(work, "root");
mkdirSync(root);
const storage = createSftpAdapter(connection.open).create({
  roots: [{ id: "r", note: "", place: `sftp:host${root}`, writable: true }],
  scopes: null,
  protectedPaths: [],
  asker: null,
});

function at(name: string): VirtualPath {
  const parsed = parseVirtualPath(name === "" ? "r" : `r/${name}`);
  if (parsed === null) throw new Error(`not a path: ${name}`);
  return parsed;
}

const options = ["-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR"];
const cipher = ["-o", "Ciphers=aes128-gcm@openssh.com", "-i", keyFile];

/** Seconds of one of OpenSSH's programs, without what it takes to connect. */
function timed(program: string, args: readonly string[], input = ""): number {
  const begun = performance.now();
  const { status, stderr } = spawnSync(program, [...args], { input, maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(String(stderr));
  return (performance.now() - begun) / 1000;
}
const sftp = (batch: string) =>
  timed("sftp", [...options, ...cipher, "-P", `${sshd.port}`, "-b", "-", `${sshd.user}@127.0.0.1`], batch);
const ssh = (...command: string[]) =>
  timed("ssh", [...options, ...cipher, "-p", `${sshd.port}`, `${sshd.user}@127.0.0.1`, ...command]);

async function seconds(run: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await run();
  return (performance.now() - begun) / 1000;
}

async function rates(run: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let count = 0; count < runs; count++) all.push(megabytes / (await run()));
  return median(all);
}

try {
  const block = randomBytes(1_000_000);
  const source = async function* source() {
    for (let count = 0; count < megabytes; count++) yield block;
  };
  const write = () =>
    seconds(
      async () =>
        void (await storage.write(at("big"), source(), { conflict: "replace", replaced: null, isSyncedLater: true })),
    );
  const read = () =>
    seconds(async () => {
      const file = await storage.open(at("big"));
      for await (const _ of file.stream()) continue;
      await file.close();
    });
  const connecting = () => sftp("pwd\n");
  await write();
  await read();
  const [wrote, got] = [await rates(write), await rates(read)];
  const big = path.join(root, "big");
  const [theirRead, theirWrite] = [
    await rates(async () => sftp(`get ${big} ${path.join(work, "got")}\n`) - connecting()),
    await rates(async () => sftp(`put ${path.join(work, "got")} ${path.join(root, "put")}\n`) - connecting()),
  ];
  report("SFTP, read", `${got.toFixed(0)} MB/s (sftp ${theirRead.toFixed(0)})`, atLeast(got, 60, " MB/s"));
  report("SFTP, write", `${wrote.toFixed(0)} MB/s (sftp ${theirWrite.toFixed(0)})`, atLeast(wrote, 40, " MB/s"));
  const { signal } = new AbortController();
  const copied = await rates(() =>
    seconds(async () => {
      const { path: copy } = await storage.copy(at("big"), at(""), { conflict: "rename", signal });
      await storage.remove(copy, { signal });
    }),
  );
  report("  copy on the host", `${copied.toFixed(0)} MB/s`);

  const folder = path.join(root, "many");
  mkdirSync(folder);
  for (let index = 0; index < 10_000; index++) closeSync(openSync(path.join(folder, `entry-${index}.txt`), "w"));
  const list = () =>
    seconds(async () => {
      for await (const _ of storage.list(at("many"))) continue;
    });
  const ratios: number[] = [];
  const ms: number[] = [];
  await list();
  for (let count = 0; count < runs; count++) {
    const own = await list();
    ratios.push(own / ssh("ls", "-lU", folder));
    ms.push(own * 1000);
  }
  report(
    "SFTP, 10,000 entries",
    `${median(ms).toFixed(0)} ms, ${median(ratios).toFixed(2)} x ls over ssh`,
    atMost(median(ratios), 3, " x"),
  );
} finally {
  connection.end();
  await sshd.stop();
  rmSync(work, { recursive: true });
}
