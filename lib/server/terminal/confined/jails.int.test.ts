import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import type * as Koffi from "koffi";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { openConfinedShell } from "./open-confined-shell";
import { whyNoLandlock } from "./open-landlocked";
import { tryShell, type TriedShell } from "./shell-fixture";

const size = { cols: 200, rows: 50 };
const cannot = process.getuid?.() !== 0 || !existsSync("/usr/bin/bwrap") || whyNoLandlock() !== null;
const cannotByNumber = cannot || process.arch !== "x64" || !existsSync("/usr/bin/perl");
const jails = { bubblewrap: undefined, Landlock: "/usr/bin/none-of-this-name" };

let base: string;
let shell: TriedShell | null = null;
beforeAll(() => {
  base = mkdtempSync(path.join(tmpdir(), "filedeck-jails-"));
  chmodSync(base, 0o777);
  writeFileSync(path.join(base, "file.txt"), "in it\n");
});
beforeEach(() => {
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), account: "nobody" });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await shell?.terminal.end();
  shell = null;
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function open(jail: keyof typeof jails, hasNetwork = false): Promise<TriedShell["say"]> {
  const bwrapPath = jails[jail];
  const source = await openConfinedShell({
    mounts: [{ place: base, access: "write" }],
    hasNetwork,
    cwd: base,
    size,
    log: pino({ level: "silent" }),
    userId: "mia",
    ...(bwrapPath === undefined ? {} : { bwrapPath }),
  });
  shell = await tryShell(source, size);
  return shell.say;
}

/** By its number, with what the kernel answers. */
const call = (...words: (string | number)[]) =>
  `perl -e '$r = syscall(${words.join(", ")}); print "r=$r ", ($r < 0 ? $! : "done"), "\\n"'`;

const refused: readonly [string, ...(string | number)[]][] = [
  ["ptrace", 101, 0, 0, 0, 0],
  ["shmget", 29, 0, 4096, 0o1600],
  ["msgget", 68, 0, 0o1600],
  ["semget", 64, 0, 1, 0o1600],
  ["mq_open", 240, 'my $a = "x"', 0o102, 0o600, 0],
  ["add_key", 248, 'my $a = "user"', 'my $b = "x"', 'my $c = "y"', 1, -3],
  ["keyctl", 250, 0, -3, 0],
  ["fanotify_init", 300, 0, 0],
  ["name_to_handle_at", 303, -100, 'my $a = "file.txt"', 'my $b = "x" x 200', 'my $c = "x" x 8', 0],
  ["open_by_handle_at", 304, 0, 0, 0],
  ["process_vm_readv", 310, 1, 0, 0, 0, 0, 0],
  ["kcmp", 312, 1, 1, 0, 0, 0],
  ["bpf", 321, 0, 0, 0],
  ["userfaultfd", 323, 0],
  ["perf_event_open", 298, 0, 0, -1, -1, 0],
  ["io_uring_setup", 425, 1, 0],
  ["pidfd_getfd", 438, 0, 0, 0],
  ["mount_setattr", 442, 0, 0, 0, 0, 0],
  ["a call of later kernels", 999],
  ["unshare", 272, 0x1000_0000],
  ["a new namespace", 56, 0x1000_0011, 0, 0, 0, 0],
  ["chroot", 161, 'my $a = "/usr"'],
  ["vsock", 41, 40, 1, 0],
  ["AF_ALG", 41, 38, 5, 0],
  ["AF_PACKET", 41, 17, 3, 0],
  ["netfilter", 41, 16, 3, 12],
  ["x32", 0x4000_0029, 1, 1, 0],
  ["typing for others", 16, 0, 0x5412, 'my $a = "x"'],
  ["personality", 135, 0x40_0000],
];

describe.skipIf(cannotByNumber).each(["bubblewrap", "Landlock"] as const)("%s", (jail) => {
  test("refuses all calls but those that are allowed by name", async () => {
    const say = await open(jail, true);
    const no = /r=-1 (?:Operation not permitted|Function not implemented)/;
    for (const [name, ...words] of refused) expect(`${name}: ${await say(call(...words))}`).toMatch(no);
    expect(await say("grep -h Seccomp: /proc/self/status; echo filtered")).toMatch(/Seccomp:\s2|denied/);
  });

  test("has none of the keys of the server's session", async () => {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
    const types = ["long", "const char *", "const char *", "const char *", "size_t", "int"];
    const add = koffi.load(null).func("syscall", "long", types);
    const session = -3;
    const name = `filedeck-test-${process.pid}`;
    expect(Number(add(248, "user", name, "secret", 6, session))).toBeGreaterThan(0);
    const say = await open(jail);
    // Here it is there to be seen.
    expect(readFileSync("/proc/keys", "utf8")).toContain(name);
    expect(await say("cat /proc/keys; echo read")).not.toContain(name);
  });

  test("runs what people use", async () => {
    const say = await open(jail, true);
    const tried: [string, RegExp][] = [
      [
        "export GIT_CONFIG_NOSYSTEM=1; git init -q r && cd r && git -c user.name=a -c user.email=a@b commit -qm x --allow-empty && git --no-pager log --oneline --no-color; cd ..",
        /\w{7} (?:\(.*\) )?x$/m,
      ],
      [
        "printf 'int main(){return 7;}' > a.c && printf 'a: a.c\\n\\tgcc a.c -o a\\n' > Makefile && make && ./a; echo code=$?",
        /code=7/,
      ],
      ["tar -cf a.tar a.c && tar -tf a.tar", /a\.c/],
      ["vim -es -u NONE -c 'normal ihello' -c 'wq! v.txt' ; cat v.txt", /hello/],
      ['/usr/bin/python3 -c \'import subprocess,threading; print(subprocess.check_output(["echo","py"]))\'', /py/],
      ['perl -e \'print "pe"."rl\\n"\'', /perl/],
      ["find . -name file.txt | xargs cat | less -FX", /in it/],
      ["curl --version | head -1; ssh -V; sort file.txt; ps --version; make --version | head -1", /curl 7|curl 8/],
      ["/usr/bin/7zz a a.7z a.c > /dev/null && /usr/bin/7zz l a.7z", /a\.c/],
      [
        `${process.execPath} -e 'require("fs").promises.readFile("file.txt","utf8").then((t) => console.log("node", t))'`,
        /node in it/,
      ],
    ];
    for (const [command, expected] of tried) {
      const [program = ""] = command.split(" ");
      if (program.startsWith("/") && (!existsSync(program) || !program.startsWith("/usr/"))) continue;
      expect(await say(command)).toMatch(expected);
    }
  });
});

test.skipIf(cannotByNumber)(
  "only bubblewrap lets programs watch folders, for only there are they its own",
  async () => {
    const ask = `${call(253)}; ${call(294, 0)}; ${call(254, 0, 'my $a = "/"', 0x100)}`;
    expect(await (await open("Landlock"))(ask)).toMatch(/(?:r=-1 Operation not permitted\s+){3}/);
    await shell?.terminal.end();
    expect(await (await open("bubblewrap"))(call(294, 0))).toMatch(/done/);
  },
);

test.skipIf(cannot || !existsSync("/usr/bin/tmux"))("bubblewrap has sessions and local sockets: tmux", async () => {
  const say = await open("bubblewrap");
  expect(await say("tmux -f /dev/null new-session -d 'sleep 50' && tmux list-sessions")).toMatch(/1 windows/);
});
