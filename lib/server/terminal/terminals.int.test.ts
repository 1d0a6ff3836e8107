import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterEach, expect, test, vi } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { AppError } from "@/lib/shared/errors";
import { openShell } from "./open-shell";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { setTerminalSetting } from "./set-terminal-setting";
import { endTerminalsOf } from "./sweep-terminals";
import {
  addTerminal,
  allTerminals,
  findTerminal,
  onTerminalsChanged,
  removeTerminal,
  terminalsOf,
  type OwnedTerminal,
} from "./terminals";
import { terminalSetting } from "./terminal-setting";

const size = { cols: 80, rows: 24 };
const open = (userId = "mia", sessionId: string | null = null) =>
  addTerminal(
    { userId, sessionId, hostId: null, ownerName: userId, access: "terminal" },
    { size, open: () => openShell({ cwd: tmpdir(), size }) },
  );

afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await Promise.all(allTerminals().map(removeTerminal));
});

/** What a browser has got so far, with a way to wait for more. */
function look(terminal: OwnedTerminal) {
  const stop = new AbortController();
  const seen = { text: "", frames: 0 };
  const over = (async () => {
    for await (const bytes of terminal.view(stop.signal)) {
      seen.text += bytes.toString();
      seen.frames++;
    }
  })();
  const until = (wanted: RegExp) => vi.waitFor(() => expect(seen.text).toMatch(wanted));
  return { seen, until, over, leave: () => stop.abort() };
}

async function pidOf(terminal: OwnedTerminal): Promise<number> {
  const { until, seen, leave } = look(terminal);
  await terminal.write("echo pid=$$=\n");
  await until(/pid=\d+=/);
  leave();
  return Number(/pid=(\d+)=/.exec(seen.text)?.[1]);
}

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

test("a shell says what is typed, and ends with its code", async () => {
  const terminal = await open();
  const { until, over } = look(terminal);
  await terminal.write("echo $((6*7)) in $PWD\n");
  await until(new RegExp(`42 in ${tmpdir()}`));
  await terminal.write("exit 3\n");
  await over;
  expect(terminal.info().exit).toEqual({ code: 3, signal: null });
});

test("whoever comes later sees the screen as it is, and what comes then", async () => {
  const terminal = await open();
  const first = look(terminal);
  await terminal.write("printf '\\e[31m%s%s\\e[0m\\n' on ce; cat\n");
  await first.until(/once/);
  const second = look(terminal);
  await second.until(/\[31monce/);
  await terminal.write("after\n");
  await Promise.all([first.until(/after/), second.until(/after/)]);
  expect([first.seen.text.match(/once/g), second.seen.text.match(/once/g)]).toEqual([["once"], ["once"]]);
});

test("a change of size reaches the program, and every viewer draws anew", async () => {
  const terminal = await open();
  const { until, seen } = look(terminal);
  await until(/[$#] /);
  terminal.resize({ cols: 61, rows: 17 });
  await vi.waitFor(() => expect(seen.text.split("\u001bc")).toHaveLength(3));
  await terminal.write("stty size\n");
  await until(/17 61/);
});

test("no shell gets anything of ours: no variable, no descriptor", async () => {
  vi.stubEnv("FILEDECK_ADMIN_PASSWORD", "a-secret-of-ours");
  await open();
  const terminal = await open();
  const { until, seen } = look(terminal);
  await terminal.write("env | grep -c FILEDECK_; ls -l /proc/self/fd; echo do''ne\n");
  await until(/done/);
  expect(seen.text).toMatch(/\n[^\n]*\b0\r\n/);
  // The folder that it reads, and the terminal three times.
  expect(seen.text.match(/-> /g)).toHaveLength(4);
  expect(seen.text).not.toContain("ptmx");
});

test("what runs in it ends with it, also what does not want to", async () => {
  const terminal = await open();
  const shell = await pidOf(terminal);
  const { until, seen } = look(terminal);
  await terminal.write("sh -c 'trap \"\" HUP TERM; echo child=$$=; while :; do sleep 1; done'\n");
  await until(/child=\d+=/);
  const child = Number(/child=(\d+)=/.exec(seen.text)?.[1]);
  await removeTerminal(terminal);
  expect([isRunning(shell), isRunning(child), allTerminals().length]).toEqual([false, false, 0]);
});

test("another user's terminal is as unknown as none", async () => {
  const { id } = await open("mia");
  expect(findTerminal(id, "mia").id).toBe(id);
  expect(() => findTerminal(id, "tom")).toThrow(AppError);
  expect(terminalsOf("tom")).toEqual([]);
});

test("a session that is revoked takes its terminals along; one that signs out leaves them", async () => {
  const kept = await open("mia", "s1");
  endTerminalsOf(["s1"], null);
  endTerminalsOf(["s1"], "expired");
  expect(findTerminal(kept.id, "mia")).toBe(kept);
  const shell = await pidOf(kept);
  endTerminalsOf(["s1"], "revoked");
  await vi.waitFor(() => expect(isRunning(shell)).toBe(false));
});

test("has room for so many of a user; one that has ended gives way", async () => {
  vi.spyOn(terminalSetting, "get").mockReturnValue({ ...terminalSetting.get(), maxPerUser: 2 });
  const first = await open();
  await open();
  await expect(open()).rejects.toMatchObject({ key: "terminal/too-many", params: { count: 2 } });
  await first.write("exit\n");
  await first.ended;
  await open();
  expect(terminalsOf("mia").map(({ id }) => id)).not.toContain(first.id);
  const keys = await Promise.allSettled(Array.from({ length: 6 }, () => open("tom")));
  expect([keys.filter(({ status }) => status === "fulfilled").length, terminalsOf("tom").length]).toEqual([2, 2]);
});

test("endless output waits for its reader, and stops at once", async () => {
  const terminal = await open();
  const view = terminal.view(new AbortController().signal);
  await view.next();
  await terminal.write("yes\n");
  const next = async () => {
    const { value } = await view.next();
    if (value === undefined) throw new Error("the terminal has ended");
    return value;
  };
  for (let bytes = 0; bytes < 1_000_000;) bytes += (await next()).length;
  // A reader that stops for a while.
  await new Promise((resolve) => setTimeout(resolve, 600));
  await terminal.write("\u0003");
  let [last, late] = ["", 0];
  while (!/\^C[^]*[$#] $/.test(last)) {
    const piece = await next();
    late += piece.length;
    last = (last + piece.toString()).slice(-4_000);
  }
  // What was on its way, and no more: `yes` makes a thousand times as much in the time that it was not read.
  expect(late).toBeLessThan(2_000_000);
  await view.return(undefined);
});

test("tells where the shell is, and what it calls its window", async () => {
  const terminal = await open();
  await terminal.write("cd /usr/lib; printf '\\e]2;my build\\a'\n");
  await vi.waitFor(() => expect(terminal.info()).toMatchObject({ place: "/usr/lib", title: "my build" }));
});

test("what is typed for a program that reads nothing waits, and does not pile up", async () => {
  const terminal = await open();
  const { until } = look(terminal);
  await terminal.write("stty -icanon -echo; echo go''ing; sleep 30\n");
  await until(/going/);
  const piece = "x".repeat(16 * 1024);
  let pieces = 0;
  const typing = (async () => {
    for (; pieces < 64; pieces++) await terminal.write(piece);
  })();
  await vi.waitFor(() => expect(pieces).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(pieces).toBeLessThan(16);
  await removeTerminal(terminal);
  await typing;
});

test("whoever may set limits and is no administrator chooses neither the shell nor the account", async () => {
  const write = vi.spyOn(terminalSetting, "write").mockImplementation((value) => Promise.resolve(value));
  const now = terminalSetting.get();
  const set = (change: Partial<typeof now>, isRoot: boolean) =>
    setTerminalSetting({ ...now, ...change }, { actor: { isRoot } } as Ctx); // all that it asks for
  await expect(set({ shell: "/tmp/mine" }, false)).rejects.toMatchObject({ key: "auth/forbidden" });
  await expect(set({ account: "postgres" }, false)).rejects.toMatchObject({ key: "auth/forbidden" });
  expect(write).not.toHaveBeenCalled();
  expect(await set({ maxPerUser: 3 }, false)).toMatchObject({ maxPerUser: 3 });
  expect(await set({ shell: "/bin/sh" }, true)).toMatchObject({ shell: "/bin/sh" });
});

test("twenty who look at a full scrollback get the same drawing, and no more than fit may look", async () => {
  const terminal = await open();
  const first = look(terminal);
  await terminal.write("seq 1 6000; echo do''ne\n");
  await first.until(/done/);
  const never = () => new AbortController().signal;
  const views = Array.from({ length: limits.terminalViewers.perTerminal - 1 }, () => terminal.view(never()));
  const drawn = await Promise.all(views.map(async (view) => (await view.next()).value));
  expect(drawn[0]?.toString()).toContain("5999");
  expect(new Set(drawn).size).toBe(1);
  await expect(terminal.view(never()).next()).rejects.toThrow("request/busy");
  await Promise.all(views.map((view) => view.return(undefined)));
  first.leave();
  await first.over;
  expect((await terminal.view(never()).next()).done).toBe(false);
});

test("of a hundred sizes at once the first and the last are taken", async () => {
  const terminal = await open();
  const { until } = look(terminal);
  await until(/[$#] /);
  let changes = 0;
  const stop = onTerminalsChanged(() => changes++);
  for (let cols = 50; cols < 150; cols++) terminal.resize({ cols, rows: 20 });
  expect(terminal.info()).toMatchObject({ cols: 50, rows: 20 });
  await vi.waitFor(() => expect(terminal.info()).toMatchObject({ cols: 149, rows: 20 }));
  stop();
  expect(changes).toBeLessThan(20);
  await terminal.write("stty size\n");
  await until(/20 149/);
});
