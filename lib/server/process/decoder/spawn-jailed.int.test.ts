import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findProgram } from "@/lib/server/process/find-program";
import { decoderAccount } from "./decoder-account";
import { findJail, type Jail } from "./find-jail";
import { runJailed } from "./run-jailed";
import { spawnJailed, type JailedLimits } from "./spawn-jailed";

const isRoot = process.getuid?.() === 0;
const bwrap = await findProgram(["/usr/bin/bwrap"]);
const jails: [string, Jail][] = [
  ...(bwrap === null ? [] : [["bubblewrap", { kind: "bwrap", bwrap, isRoot }] as [string, Jail]]),
  ["Landlock", { kind: "landlock" }],
];
const mib = 1024 * 1024;
const limits: JailedLimits = {
  dataBytes: 256 * mib,
  cpuSeconds: 5,
  timeoutMs: 30_000,
  temporaryBytes: 4 * mib,
  processes: 32,
};

let base: string;
let secret: string;
let film: string;
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-decoder-"));
  chmodSync(base, 0o755);
  // Folders of decoders that end with this file go with it.
  vi.stubEnv("TMPDIR", base);
  secret = path.join(base, "secret.txt");
  film = path.join(base, "film.bin");
  writeFileSync(secret, "canary");
  writeFileSync(film, "0123456789");
  chmodSync(secret, 0o666);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

test("this server can confine decoders", async () => {
  expect(await findJail()).not.toBe(null);
});

describe.skipIf(!isRoot).each(jails)("in %s", (_, jail) => {
  const signal = new AbortController().signal;
  /** What a shell's line writes, its errors too. */
  const say = async (line: string, more: { input?: { fd: number } | Uint8Array; limits?: JailedLimits } = {}) =>
    (
      await runJailed("/bin/sh", ["-c", `{ ${line}; } 2>&1; true`], {
        input: "ignore",
        outputBytes: mib,
        limits,
        signal,
        jail,
        ...more,
      })
    ).toString();

  test("it reads nothing of the machine but its programs", async () => {
    expect(await say(`cat ${secret}`)).not.toContain("canary");
    expect(await say(`echo x >> ${secret}`)).not.toBe("");
    expect(await say("cat /etc/passwd /etc/shadow /etc/hosts /etc/resolv.conf")).not.toMatch(
      /root|localhost|nameserver/,
    );
    expect(await say(`ls ${base} /home /root /var/lib`)).not.toMatch(/secret|film/);
    expect(await say(`cat /proc/${process.pid}/environ /proc/1/environ | tr '\\0' '\\n'`)).not.toContain("VITEST");
    expect(readFileSync(secret, "utf8")).toBe("canary");
  });

  test("it reaches no listener of this machine, and no other", async () => {
    let reached = 0;
    const server = createServer(() => reached++);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // listens on a port
    const said = await say(
      `/usr/bin/perl -MIO::Socket::INET -e 'print IO::Socket::INET->new("127.0.0.1:${port}") ? "open" : "shut"'`,
    );
    expect(said).not.toContain("open");
    expect(reached).toBe(0);
    server.close();
  });

  test("it is nobody, without a capability or a way to any", async () => {
    expect((await say("id -u")).trim()).toBe(String(decoderAccount().uid));
    const status = await say("/usr/bin/perl -e 'open F, q(/proc/self/status); print <F>'");
    // Landlock leaves no way to /proc.
    expect(status === "" || /CapEff:\t0+\n/.test(status)).toBe(true);
    expect(await say("/usr/bin/unshare --user --map-root-user /usr/bin/id -u")).not.toBe("0\n");
    expect((await say("nice")).trim()).toBe("10");
  });

  test("it gets a file by its descriptor, to be sought in and opened anew, and never changes it", async () => {
    const file = await open(film);
    const input = { fd: file.fd };
    expect(await say("dd bs=1 skip=4 count=3 status=none", { input })).toBe("456");
    expect(await say("dd if=/proc/self/fd/0 bs=1 skip=7 status=none", { input })).toBe("789");
    await say("echo bad > /proc/self/fd/0; echo bad >&0; chmod 777 /proc/self/fd/0; truncate -s 0 /proc/self/fd/0", {
      input,
    });
    expect(readFileSync(film, "utf8")).toBe("0123456789");
    await file.close();
  });

  test("a file that only its owner reads is given too, and cannot be changed by it", async () => {
    const own = path.join(base, "own.bin");
    writeFileSync(own, "0123456789");
    chownSync(own, 4_321, 4_321);
    chmodSync(own, 0o600);
    const file = await open(own);
    const input = { fd: file.fd };
    expect(await say("dd bs=1 skip=4 count=3 status=none", { input })).toBe("456");
    const opened = await say("dd if=/dev/stdin bs=1 skip=7 status=none", { input });
    expect(jail.kind === "bwrap" ? opened : "789").toBe("789");
    await say("echo bad > /proc/self/fd/0; chmod 777 /proc/self/fd/0; chown 64738 /proc/self/fd/0", { input });
    expect(readFileSync(own, "utf8")).toBe("0123456789");
    expect((await file.stat()).mode & 0o777).toBe(0o600);
    await file.close();
  });

  test("what is written to it is its input", async () => {
    expect(await say("cat", { input: Buffer.from("by the pipe") })).toBe("by the pipe");
  });

  test("memory, time on the processor, files and output are bounded", async () => {
    expect(await say(`/usr/bin/perl -e '$x = "x" x (400 * 1024 * 1024); print "had"'`)).not.toContain("had");
    await expect(
      runJailed("/bin/sh", ["-c", "while :; do :; done"], {
        input: "ignore",
        outputBytes: mib,
        limits: { ...limits, cpuSeconds: 1 },
        signal,
        jail,
      }),
    ).rejects.toMatchObject({ key: "preview/failed" });
    expect(await say("head -c 8000000 /dev/zero > $HOME/big; ls -s $HOME/big || true; echo done")).not.toContain(
      "7816",
    );
    await expect(
      runJailed("/usr/bin/yes", [], { input: "ignore", outputBytes: mib, limits, signal, jail }),
    ).rejects.toMatchObject({ key: "preview/failed" });
  });

  test("what it kept in its folder goes with it", async () => {
    const home = (await say("echo kept > $HOME/file; mkdir $HOME/more; pwd")).trim();
    expect(path.isAbsolute(home)).toBe(true);
    await vi.waitFor(() => expect(readdirSync(tmpdir())).not.toContain(path.basename(home)), 10_000);
  });

  test("it ends with its signal, and with its time", async () => {
    const asker = new AbortController();
    const child = await spawnJailed("/bin/sleep", ["600"], { input: "ignore", limits, signal: asker.signal, jail });
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.once("spawn", () => asker.abort());
    await ended;
    expect(child.isOver).toBe(true);
    const late = runJailed("/bin/sleep", ["600"], {
      input: "ignore",
      outputBytes: 1,
      limits: { ...limits, timeoutMs: 500 },
      signal,
      jail,
    });
    await expect(late).rejects.toMatchObject({ key: "preview/failed" });
  });
});
