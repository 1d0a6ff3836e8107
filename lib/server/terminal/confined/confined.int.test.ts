import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { variablesSetting } from "@/lib/server/environment/environment-settings";
import type { Mount } from "@/lib/server/storage/mounts";
import type { LiveTerminal } from "../live-terminal";
import { terminalSetting } from "../terminal-setting";
import { openConfinedShell } from "./open-confined-shell";
import { tryShell, type TriedShell } from "./shell-fixture";

const log = pino({ level: "silent" });
const size = { cols: 200, rows: 50 };
const cannot = process.getuid?.() !== 0 ? "not root" : existsSync("/usr/bin/bwrap") ? null : "no bubblewrap";
if (cannot !== null) console.warn(`confined shells are not tested: ${cannot}`);

let base: string;
let terminal: LiveTerminal;
let shell: TriedShell;

beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-confined-"));
  chmodSync(base, 0o755);
  for (const name of ["own", "own/locked", "own/secret", "docs", "outside"]) {
    mkdirSync(path.join(base, name));
    chmodSync(path.join(base, name), 0o777);
    writeFileSync(path.join(base, name, "file.txt"), `in ${name}`);
  }
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function open(more: { hasNetwork?: boolean; mounts?: readonly Mount[] } = {}): Promise<void> {
  const at = (name: string, access: Mount["access"]): Mount => ({ place: path.join(base, name), access });
  const mounts = [at("docs", "read"), at("own", "write"), at("own/locked", "write"), at("own/secret", "none")];
  const source = await openConfinedShell({
    mounts,
    hasNetwork: false,
    cwd: path.join(base, "own"),
    size,
    log,
    userId: "mia",
    ...more,
  });
  shell = await tryShell(source, size);
  terminal = shell.terminal;
}

const say = (command: string) => shell.say(command);

beforeEach(() => {
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await terminal.end();
});

test.skipIf(cannot !== null)("runs nothing that a variable of somebody else's names", async () => {
  const stolen = path.join(base, "own/stolen");
  const run = `cat ${base}/own/file.txt >${stolen}`;
  const names = { MAILPATH: `${base}/own/mail?$(${run})`, MAILCHECK: "0", LESSOPEN: `|${run}`, PAGER: run };
  const variables = Object.entries({ ...names, SITE_NOTE: "`$(x)`" }).map(([name, value]) => ({
    name,
    value,
    note: "",
    audience: "others" as const,
    isSecret: false,
  }));
  vi.spyOn(variablesSetting, "get").mockReturnValue({ variables });
  writeFileSync(path.join(base, "own/mail"), "one\n");
  await open();
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // of mail bash looks at whole seconds
  writeFileSync(path.join(base, "own/mail"), "one\ntwo\n");
  await say("true");
  await say("true");
  expect(existsSync(stolen)).toBe(false);
  expect(await say('printf \'<%s>\' "$SITE_NOTE" "$MAILPATH" "$LESSOPEN" "$PAGER"')).toContain("<`$(x)`><><><>");
});

test.skipIf(cannot !== null)("sees and changes what the mounts say, and nothing else", async () => {
  await open();
  expect(await say("id -un; pwd; cat file.txt")).toMatch(new RegExp(`nobody\n${base}/own\nin own\n`));
  expect(await say(`echo new > made.txt && cat made.txt; ls ${base}`)).toMatch(/new\ndocs\s+own\n/);
  expect(readFileSync(path.join(base, "own/made.txt"), "utf8")).toBe("new\n");
  expect(await say(`cat ${base}/docs/file.txt; echo x > ${base}/docs/file.txt; rm -f ${base}/docs/file.txt`)).toMatch(
    /in docs[^]*Read-only file system[^]*Read-only file system/,
  );
  expect(await say("ls -A secret | wc -l; echo x > secret/new")).toMatch(/\b0\n[^]*(?:Read-only|denied)/);
  expect(await say("mv locked gone; rmdir secret; rm -rf locked; ls")).toMatch(/busy[^]*busy[^]*locked/);
  expect(await say(`cat ${base}/outside/file.txt /etc/shadow /root/.bashrc`)).not.toContain("in outside");
  expect(await say("ls -d /root /home /var /srv /sys /boot | wc -l")).toMatch(/(?:^|\D)0\n/);
  expect(existsSync(path.join(base, "own/locked/file.txt"))).toBe(false);
});

test.skipIf(cannot !== null)(
  "has no way out through processes, capabilities, set-uid programs or namespaces",
  async () => {
    await open();
    expect(await say("ls -A /run | wc -l")).toMatch(/(?:^|\D)0\n/);
    expect(await say("grep -E 'NoNewPrivs|CapEff|CapBnd|Seccomp:' /proc/self/status")).toMatch(
      /CapEff:\s0+\n[^]*NoNewPrivs:\s1/,
    );
    expect(Number(/\n?(\d+)\n/.exec(await say("ls /proc | grep -c '^[0-9]'"))?.[1])).toBeLessThan(10);
    expect(await say(`ls -d /proc/${process.pid}`)).toMatch(/No such file/);
    expect(await say("unshare -U true; unshare -r id; mount -t tmpfs x /mnt; chroot / true")).not.toMatch(/uid=0/);
    expect(await say("su -c id root < /dev/null; kill -9 1; echo alive")).toMatch(/alive/);
    expect(await say("ls -l /proc/self/fd | grep -c -- '->'")).toMatch(/\b4\n/);
    expect(await say("ls /dev/pts; ls /dev/sd* /dev/vd* /dev/kmsg /dev/mem")).not.toMatch(/\b\d+\s+\d+\s+ptmx/);
    expect(await say("env")).not.toMatch(/FILEDECK_|NODE_ENV/);
  },
);

test.skipIf(cannot !== null)("reaches the network only where it may", async () => {
  const server = createServer((_, res) => res.end("hello from the host"));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // listens on a port
  const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`;
  try {
    await open();
    expect(await say(`(${ask})`)).not.toContain("hello");
    await terminal.end();
    await open({ hasNetwork: true });
    expect(await say(`(${ask})`)).toContain("hello from the host");
  } finally {
    server.close();
  }
});

test.skipIf(cannot !== null)("everything in it ends with it, also what has left its session", async () => {
  await open();
  const name = `filedeck-${process.pid}-sleep`;
  await say(`cp /usr/bin/sleep ./${name}; setsid ./${name} 600 & sleep 0.2`);
  const isThere = () => runningNames().includes(name.slice(0, 15));
  expect(isThere()).toBe(true);
  await terminal.end();
  await vi.waitFor(() => expect(isThere()).toBe(false));
});

test.skipIf(cannot !== null)("job control works, and where the shell is, and whether it waits, is known", async () => {
  await open();
  await vi.waitFor(() => expect(terminal.isReady()).toBe(true));
  // Said by what is in the foreground by then: a key that comes before is the shell's.
  await terminal.write("sh -c 'echo on''ward; exec sleep 100'\n");
  await vi.waitFor(() => expect(shell.seen()).toMatch(/onward/));
  expect(terminal.isReady()).toBe(false);
  await terminal.write("\u001a");
  await vi.waitFor(() => expect(shell.seen()).toMatch(/Stopped/));
  expect(await say("kill %1; cd locked; true")).not.toMatch(/no job control/);
  await vi.waitFor(() => expect(terminal.info().place).toBe(path.join(base, "own/locked")));
});

test.skipIf(cannot !== null)("there is none without an account, and none as root", async () => {
  await open();
  for (const account of ["", "root", "nobody-of-this-name"]) {
    vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account });
    await expect(
      openConfinedShell({ mounts: [], hasNetwork: false, cwd: null, size, log, userId: "mia" }),
    ).rejects.toMatchObject({
      key: "terminal/no-account",
    });
  }
});

function runningNames(): string[] {
  return readdirNumbers().flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/comm`, "utf8").trim()];
    } catch {
      return [];
    }
  });
}

function readdirNumbers(): string[] {
  return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
}
