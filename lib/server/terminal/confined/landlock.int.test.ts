import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { constants, tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openPty } from "@/lib/server/process/open-pty";
import { findOsUser } from "@/lib/server/process/os-user";
import type { Mount } from "@/lib/server/storage/mounts";
import { pinMounts } from "@/lib/server/storage/pin-mounts";
import { openLandlocked, whyNoLandlock } from "./open-landlocked";
import { tryShell, type TriedShell } from "./shell-fixture";

const size = { cols: 400, rows: 50 };
const user = findOsUser("nobody") ?? { name: "nobody", uid: 65_534, gid: 65_534, home: "/" };
const cannot = whyNoLandlock();
if (cannot !== null) console.warn(`shells confined by Landlock are not tested: ${cannot}`);
/** With calls by their numbers. */
const cannotByNumber = cannot !== null || process.arch !== "x64" || !existsSync("/usr/bin/perl");

let base: string;
const shells: TriedShell[] = [];
const closing: (() => void)[] = [];
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-landlock-"));
  chmodSync(base, 0o755);
  for (const name of ["own", "own/inner", "docs", "docs/drop", "outside"]) {
    mkdirSync(path.join(base, name));
    // So that nothing but the kernel's rules is in the way.
    chmodSync(path.join(base, name), 0o777);
    writeFileSync(path.join(base, name, "file.txt"), `in ${name}`);
    chmodSync(path.join(base, name, "file.txt"), 0o666);
  }
});
afterEach(async () => {
  await Promise.all(shells.splice(0).map(({ terminal }) => terminal.end()));
  for (const close of closing.splice(0)) close();
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const fileIn = (folder: string) => path.join(base, folder, "file.txt");
const at = (name: string, access: Mount["access"]): Mount => ({ place: path.join(base, name), access });
const folders = () => [at("docs", "read"), at("docs/drop", "write"), at("own", "write")];

type More = { userId?: string; hasNetwork?: boolean; mounts?: readonly Mount[]; abi?: number };

async function open({ mounts = folders(), ...more }: More = {}): Promise<TriedShell> {
  const source = await openLandlocked({
    user,
    userId: "mia",
    pinned: await pinMounts(mounts),
    hasNetwork: false,
    cwd: path.join(base, "own"),
    program: "/bin/bash",
    args: ["-l"],
    open: openPty,
    env: { PATH: "/usr/bin:/bin:/usr/sbin:/sbin", TERM: "xterm-256color", LANG: "C.UTF-8" },
    size,
    log: pino({ level: "silent" }),
    ...more,
  });
  const shell = await tryShell(source, size);
  shells.push(shell);
  return shell;
}

async function pidOf({ say }: TriedShell): Promise<number> {
  return Number(/pid=(\d+)=/.exec(await say("echo pid=$$="))?.[1]);
}

/** A zombie has ended, and only waits for its parent. */
const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}`) && !/State:\tZ/.test(readFileSync(`/proc/${pid}/status`, "utf8"));

/** By its number, with what the kernel answers. */
const call = (...words: (string | number)[]) =>
  `perl -e '$r = syscall(${words.join(", ")}); print "r=$r ", ($r < 0 ? $! : "done"), "\\n"'`;

test.skipIf(cannot !== null)("reads and changes what the mounts say", async () => {
  const { say } = await open();
  expect(await say("id -un; id -G; pwd; cat file.txt")).toMatch(/nobody\n65534\n.*\/own\nin own/);
  expect(await say("echo new > made.txt && mv made.txt inner/ && cat inner/made.txt; mkdir a; rmdir a")).toMatch(
    /new\n/,
  );
  expect(await say(`cat ${fileIn("docs")}; ls ${base}/docs`)).toMatch(/in docs.*drop/s);
  expect(await say(`echo dropped > ${base}/docs/drop/new.txt; cat ${base}/docs/drop/new.txt`)).toMatch(/dropped/);
  expect(await say("cat <(echo substituted); echo told > /dev/stderr; touch ~/x && ls ~")).toMatch(
    /substituted\ntold\nx\n/,
  );
});

const outside: readonly [string, (target: string) => string][] = [
  ["overwriting", (target) => `echo x > ${target}`],
  ["appending", (target) => `echo x >> ${target}`],
  ["emptying", (target) => `truncate -s 0 ${target}`],
  ["removing", (target) => `rm -f ${target}`],
  ["renaming", (target) => `mv ${target} ${target}.old`],
  ["moving out of it", (target) => `mv ${target} ${base}/own/moved`],
  ["moving into it", (target) => `mv ${base}/own/file.txt ${path.dirname(target)}/in`],
  ["linking into it", (target) => `ln ${base}/own/file.txt ${path.dirname(target)}/linked`],
  ["linking out of it, to write there", (target) => `ln ${target} ${base}/own/linked`],
  [
    "a link to it",
    (target) => `ln -s ${target} ${base}/own/soft; echo x > ${base}/own/soft; rm ${base}/own/soft; false`,
  ],
  ["a new folder", (target) => `mkdir ${path.dirname(target)}/made`],
  ["a new fifo", (target) => `mkfifo ${path.dirname(target)}/made`],
  ["moving the folder", (target) => `mv ${path.dirname(target)} ${base}/own/whole`],
];

// 3: what every version that we use has in common.
test.skipIf(cannot !== null).each([undefined, 3])(
  "changes nothing where it may only read, nor outside (version %s)",
  async (abi) => {
    const { say } = await open(abi === undefined ? {} : { abi });
    for (const [what, command] of outside)
      for (const folder of ["docs", "outside"]) {
        const said = `${what}: ${await say(`${command(fileIn(folder))} && echo was''done`)}`;
        expect(said).toMatch(/denied|cross-device|Invalid|not permitted|cannot/i);
        expect(said).not.toContain("wasdone");
        expect(readFileSync(fileIn(folder), "utf8")).toBe(`in ${folder}`);
        expect(readFileSync(fileIn("own"), "utf8")).toBe("in own");
        expect(readdirSync(path.join(base, folder)).filter((name) => /in$|linked|made|old/.test(name))).toEqual([]);
      }
  },
);

test.skipIf(cannot !== null)("sees the content of nothing else", async () => {
  const { say } = await open();
  expect(await say(`cat ${fileIn("outside")} || ls ${base}/outside || echo no''thing`)).toMatch(
    /denied[^]*denied[^]*nothing/,
  );
  for (const place of ["/", "/root", "/tmp", "/proc", "/sys", "/run", "/home", "/var", "/dev", "/dev/pts", "/etc"])
    expect(await say(`ls ${place}`)).toMatch(/denied|No such/);
  expect(await say("cat /etc/shadow /proc/cmdline /proc/self/environ /dev/mem /proc/kallsyms")).not.toMatch(/root:/);
});

test.skipIf(cannot !== null)("is its account and nothing more, with nothing but its terminal open", async () => {
  const shell = await open();
  const pid = await pidOf(shell);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  expect(status).toMatch(/Uid:\t(\d+)\t\1\t\1\t\1\nGid:\t(\d+)\t\2\t\2\t\2\n/);
  expect(status).toMatch(/Groups:\t\s*\n/);
  expect(status).toMatch(
    /CapInh:\t0+\nCapPrm:\t0+\nCapEff:\t0+\nCapBnd:\t0+\nCapAmb:\t0+\nNoNewPrivs:\t1\nSeccomp:\t2/,
  );
  const open_ = readdirSync(`/proc/${pid}/fd`);
  expect(open_.sort()).toEqual(["0", "1", "2", "255"]);
  expect(new Set(open_.map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))).size).toBe(1);
  expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toMatch(/FILEDECK|NODE|VITEST/);
  // Otherwise `yes | head` would complain.
  const ignored = Number.parseInt(/SigIgn:\t(\w+)/.exec(status)?.[1]?.slice(-8) ?? "", 16);
  expect(ignored & (1 << (constants.signals.SIGPIPE - 1))).toBe(0);
  expect(
    await shell.say("su -c id root < /dev/null; mount -t tmpfs x /mnt; mount --bind / /mnt; echo al''ive"),
  ).toMatch(/alive/);
  expect(await shell.say("cp /usr/bin/id own-id; chmod u+s own-id; ./own-id -u; rm own-id")).toMatch(/65534/);
});

test.skipIf(cannot !== null)("neither sees into other terminals and the server, nor reaches them", async () => {
  const shell = await open();
  const other = await open({ userId: "ben" });
  const theirs = await pidOf(other);
  const [tty] = /\/dev\/pts\/\d+/.exec(await other.say("tty")) ?? [];
  expect(await other.say(`echo own > ${tty} && echo secret > ~/secret`)).toMatch(/own/);
  for (const pid of [process.pid, theirs, 1]) {
    for (const name of ["environ", "maps", "mem", "cmdline", "fd/0", "root/etc/shadow", "cwd/file.txt"])
      expect(await shell.say(`head -c 9 /proc/${pid}/${name}`)).toMatch(/denied|No such/);
    expect(await shell.say(`ls /proc/${pid}/fd/ /proc/${pid}/root/`)).toMatch(/denied[^]*denied/);
    expect(await shell.say(`kill -0 ${pid} && echo reach''ed; kill -9 ${pid}`)).toMatch(
      /not permitted[^]*not permitted/,
    );
  }
  expect(await shell.say(`echo x > ${tty}; cat ${tty}`)).toMatch(/denied[^]*denied/);
  const home = readFileSync(`/proc/${theirs}/environ`, "utf8").match(/HOME=([^\0]+)/)?.[1];
  expect(await shell.say(`cat ${home}/secret`)).toMatch(/denied/);
  expect(await other.say("echo al''ive")).toMatch(/alive/);
});

test.skipIf(cannotByNumber)("calls that would lead out are refused", async () => {
  const shell = await open();
  const { say } = shell;
  const theirs = await pidOf(await open({ userId: "ben" }));
  const ptraceAttach = 16;
  const newUser = 0x1000_0000;
  const no = /r=-1 (?:Operation not permitted|Permission denied|Function not implemented)/;
  for (const pid of [process.pid, theirs]) expect(await say(call(101, ptraceAttach, pid, 0, 0))).toMatch(no);
  for (const tried of [
    [302, theirs, 7, "my $a = pack(q(Q2), 1, 1)", 0],
    [203, theirs, 8, "my $a = pack(q(Q), 1)"],
    [144, theirs, 3, "my $a = pack(q(l), 0)"],
    [141, 0, theirs, 19],
    [141, 2, 0, 19],
    [251, 1, theirs, 0],
    [251, 3, 0, 0],
    [272, newUser],
    [272, 0x2_0000],
    [56, newUser | 17, 0, 0, 0, 0],
    [435, 0, 0],
    [425, 1, 0],
    [112],
    [161, 'my $a = "/usr"'],
    [188, 'my $a = "file.txt"', 'my $b = "user.x"', 'my $c = "y"', 1, 0],
    [29, 0, 4096, 0o1600],
    [250, 0, -3, 0],
    [16, 0, 0x5412, 'my $a = "x"'],
    [16, 0, "0xffffffff00005412", 'my $a = "x"'],
    [41, 1, 1, 0],
    [41, 1, 2, 0],
    [41, 2, 1, 0],
    [41, 2, 2, 0],
    [41, 10, 2, 0],
    [41, 16, 3, 0],
    [41, 17, 3, 0],
    [41, 40, 1, 0],
    [53, 1, 2, 0, 'my $a = "        "'],
    [0x4000_0029, 1, 1, 0],
  ])
    expect(await say(call(...tried))).toMatch(no);
  expect(await say("nice -n 3 ionice -c 3 nice; (ulimit -n 100; ulimit -n); taskset 1 echo pinned")).toMatch(
    /3\n100\npinned\n/,
  );
  expect(await say(call(53, 1, 1, 0, 'my $pair = "        "'))).toMatch(/r=0 done/);
});

test.skipIf(cannot !== null)("reaches the network only where it may, and this machine’s programs never", async () => {
  const listen = async (server: Server, where: object) => {
    await new Promise<void>((listening) => server.listen(where, listening));
    closing.push(() => server.close());
    return server;
  };
  const greet = () => createServer((socket) => socket.end("hello from the host"));
  const { port } = (await listen(greet(), { port: 0, host: "127.0.0.1" })).address() as AddressInfo; // listens on a port
  const name = path.join(base, "own/socket");
  await listen(greet(), { path: name, writableAll: true });
  const tcp = `(exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3)`;
  const udp = `(echo x > /dev/udp/127.0.0.1/${port} && echo was''sent)`;
  const unix = `perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0) or die "$!"; connect(S, sockaddr_un("${name}")) or die "$!"; print <S>'`;
  const denied = await open();
  expect(await denied.say(tcp)).toMatch(/not permitted|denied/);
  expect(await denied.say(udp)).not.toContain("wassent");
  expect(await denied.say(unix)).not.toContain("hello");
  const allowed = await open({ hasNetwork: true });
  expect(await allowed.say(tcp)).toContain("hello from the host");
  expect(await allowed.say(udp)).toContain("wassent");
  expect(await allowed.say(unix)).not.toContain("hello");
  expect(await allowed.say("getent hosts localhost")).toMatch(/localhost/);
});

test.skipIf(cannot !== null)("everything in it ends with it, and its home folder goes", async () => {
  const shell = await open();
  const home = /home=(\/\S+)=/.exec(await shell.say("echo home=$HOME="))?.[1] ?? "";
  await shell.say("mkdir -p ~/a/b; touch ~/a/b/c; ln -s / ~/all");
  expect(existsSync(path.join(home, "a/b/c"))).toBe(true);
  const left = Number(/left=(\d+)=/.exec(await shell.say("nohup sleep 600 > /dev/null & disown; echo left=$!="))?.[1]);
  expect(await shell.say("setsid --wait sleep 600")).toMatch(/failed/);
  expect(isRunning(left)).toBe(true);
  await shell.terminal.write("exit\n");
  await shell.terminal.ended;
  await shell.terminal.end();
  expect(isRunning(left)).toBe(false);
  expect(existsSync(home)).toBe(false);
  expect(existsSync("/etc/passwd")).toBe(true);
});

test.skipIf(cannot !== null)("where signals reach others of the account, users take turns", async () => {
  const first = await open({ abi: 5 });
  await open({ abi: 5 });
  await expect(open({ abi: 5, userId: "ben" })).rejects.toMatchObject({ key: "terminal/landlock-busy" });
  await Promise.all(shells.splice(0).map(({ terminal }) => terminal.end()));
  await expect(first.terminal.ended).resolves.toBeUndefined();
  expect(await (await open({ abi: 5, userId: "ben" })).say("echo al''ive")).toMatch(/alive/);
});

test.skipIf(cannot !== null)(
  "there is none for folders that rules cannot say, nor through a folder that has become a link",
  async () => {
    const mounts = [at("own", "write"), at("own/inner", "read")];
    await expect(open({ mounts })).rejects.toMatchObject({ key: "terminal/landlock-folders" });
    await expect(open({ mounts: [at("none-of-this-name", "write")] })).rejects.toMatchObject({
      key: "terminal/unconfined",
    });
    const linked = path.join(base, "linked");
    symlinkSync("/root", linked);
    await expect(open({ mounts: [at("linked", "read")] })).rejects.toMatchObject({ key: "terminal/unconfined" });
    rmSync(linked);
    // Other tests have some at the same time.
    const homes = () => readdirSync(tmpdir()).filter((name) => name.startsWith("filedeck-terminal-"));
    await vi.waitFor(() => expect(homes()).toEqual([]));
  },
);
