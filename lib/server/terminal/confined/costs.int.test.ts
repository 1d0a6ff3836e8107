import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { findGroupFolders } from "@/lib/server/process/jail/group-folders";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { openConfinedShell } from "./open-confined-shell";
import { whyNoLandlock } from "./open-landlocked";
import { tryShell, type TriedShell } from "./shell-fixture";

const size = { cols: 200, rows: 50 };
const isRoot = process.getuid?.() === 0;
const cannot = !isRoot || !existsSync("/usr/bin/bwrap") || whyNoLandlock() !== null;
const read = (file: string) => readFileSync(file, "utf8");
const folders = isRoot ? findGroupFolders(read("/proc/self/mountinfo"), read("/proc/self/cgroup"), read) : null;
const jails = { bubblewrap: undefined, Landlock: "/usr/bin/none-of-this-name" };

let base: string;
const shells: TriedShell[] = [];
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-costs-"));
  chmodSync(base, 0o777);
});
beforeEach(() => {
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(shells.splice(0).map(({ terminal }) => terminal.end()));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function open(jail: keyof typeof jails, userId: string): Promise<TriedShell["say"]> {
  const bwrapPath = jails[jail];
  const source = await openConfinedShell({
    mounts: [{ place: base, access: "write" }],
    hasNetwork: false,
    cwd: base,
    size,
    log: pino({ level: "silent" }),
    userId,
    ...(bwrapPath === undefined ? {} : { bwrapPath }),
  });
  const shell = await tryShell(source, size);
  shells.push(shell);
  return shell.say;
}

/** Tells how many it could start, of at most twice as many as it may have, and ends them. */
const bomb = (most: number) =>
  `perl -e '$n = 0; for (1..${most}) { $p = fork(); last unless defined $p; if ($p == 0) { sleep 60; exit } $n++; push @p, $p } print "started=$n=\\n"; kill 9, @p; wait for @p'`;
const startedIn = (said: string) => Number(/started=(\d+)=/.exec(said)?.[1]);

test.skipIf(cannot)("what lies in memory is bounded, and nothing else of it can be written to", async () => {
  const say = await open("bubblewrap", "mia");
  const { temporaryBytes, runBytes, sharedMemoryBytes } = limits.confined;
  for (const [place, bytes] of [
    ["/tmp", temporaryBytes],
    ["/run", runBytes],
    ["/dev/shm", sharedMemoryBytes],
  ] as const)
    expect(await say(`df --output=size -B1 ${place} | tail -1`)).toContain(String(bytes));
  expect(await say("head -c 100M /dev/zero > /dev/shm/x; stat -c %s /dev/shm/x; rm /dev/shm/x")).toMatch(
    /No space left on device/,
  );
  expect(await say("echo x > /dev/x; mkdir /x; mkdir /etc/x; echo x > /usr/x")).toMatch(
    /Read-only[^]*Read-only[^]*Read-only[^]*Read-only/,
  );
});

describe.skipIf(cannot).each(["bubblewrap", "Landlock"] as const)("%s", (jail) => {
  test("limits each process, and offers it when memory runs out", async () => {
    const say = await open(jail, "mia");
    const said = await say("ulimit -Hc; ulimit -Hd; ulimit -Hl; ulimit -Hn; ulimit -Hq; ulimit -Su");
    const { dataBytes, lockedBytes, openFiles, shellProcesses, accountProcesses } = limits.confined;
    const processes = jail === "bubblewrap" ? shellProcesses : accountProcesses;
    const expected = [0, dataBytes / 1024, lockedBytes / 1024, openFiles, 0, processes];
    expect(said).toContain(expected.join("\n"));
    const pid = shells[0]?.terminal === undefined ? 0 : Number(/pid=(\d+)=/.exec(await say("echo pid=$$="))?.[1]);
    const score =
      jail === "Landlock"
        ? readFileSync(`/proc/${pid}/oom_score_adj`, "utf8")
        : await say("cat /proc/$$/oom_score_adj");
    expect(score).toContain(String(limits.confined.outOfMemoryScore));
    expect(await say(`perl -e '$x = "x" x (5 << 30); print "has", "it"'`)).not.toContain("hasit");
  });
});

test.skipIf(cannot)("who starts what they can in a shell stops at their own limit, and others go on", async () => {
  const [mine, theirs] = [await open("bubblewrap", "mia"), await open("bubblewrap", "ben")];
  expect(startedIn(await mine(bomb(200)))).toBe(200);
  const { shellProcesses } = limits.confined;
  const [said, during] = await Promise.all([mine(bomb(2 * shellProcesses)), theirs("(true); /bin/echo al''ive")]);
  expect(startedIn(said)).toBeGreaterThan(shellProcesses / 2);
  expect(startedIn(said)).toBeLessThan(shellProcesses);
  expect(during).toMatch(/alive/);
});

test.skipIf(cannot || folders === null)("all shells of a user are in one group, which goes with the last", async () => {
  const own = (folders ?? []).map(({ folder }) => path.join(folder, `filedeck-${process.pid}`));
  const users = (folder: string) => readdirSync(folder).filter((name) => name.startsWith("user-"));
  // Those of the tests before go a little later than their shells.
  for (const folder of own.filter((folder) => existsSync(folder)))
    await vi.waitFor(() => expect(users(folder)).toEqual([]));
  await open("bubblewrap", "mia");
  // By then its launcher has become it.
  await (
    await open("Landlock", "mia")
  )("true");
  for (const folder of own) {
    const [name = "", ...others] = users(folder);
    expect(others).toEqual([]);
    const processes = readFileSync(path.join(folder, name, "cgroup.procs"), "utf8")
      .trim()
      .split("\n");
    expect(processes.length).toBe(4);
  }
  await Promise.all(shells.splice(0).map(({ terminal }) => terminal.end()));
  for (const folder of own) await vi.waitFor(() => expect(users(folder)).toEqual([]));
});

const unified = "40 31 0:38 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw\n";
const filesOf = (files: Record<string, string>) => (file: string) => {
  const text = files[file];
  if (text === undefined) throw new Error(`no ${file}`);
  return text;
};

test("groups are made beside the server's own where groups with processes have none below them", () => {
  const read = filesOf({ "/sys/fs/cgroup/system.slice/cgroup.controllers": "cpu io memory pids\n" });
  expect(findGroupFolders(unified, "0::/system.slice/filedeck.service\n", read)).toEqual([
    { folder: "/sys/fs/cgroup/system.slice", version: 2, controllers: ["memory", "pids", "cpu"] },
  ]);
  expect(findGroupFolders(unified, "0::/\n", filesOf({}))).toBeNull();
});

test("groups of the first version are made below the server's own, one for each controller, or for some together", () => {
  const mounts = [
    "1 0 0:1 /docker/x /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory",
    "2 0 0:2 /docker/x /sys/fs/cgroup/both rw - cgroup cgroup rw,cpu,pids",
  ].join("\n");
  expect(findGroupFolders(mounts, "2:memory:/docker/x/y\n3:cpu,pids:/docker/x\n", filesOf({}))).toEqual([
    { folder: "/sys/fs/cgroup/memory/y", version: 1, controllers: ["memory"] },
    { folder: "/sys/fs/cgroup/both", version: 1, controllers: ["pids", "cpu"] },
  ]);
});
