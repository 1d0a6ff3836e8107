import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { askProcesses } from "@/lib/server/machine/processes/ask-processes";
import { listProcesses } from "@/lib/server/machine/processes/list-processes";
import { entryOf } from "@/lib/server/machine/processes/process-entry";
import { readProc } from "@/lib/server/machine/read-proc";
import { halfMountProblem, mountHalf } from "@/lib/server/storage/conformance/half-mount";
import { isOwnProcess } from "@/lib/server/process/own-processes";
import { signalProcess } from "@/lib/server/process/signal-process";
import { knownProcess } from "./known-process";

const python = "/usr/bin/python3";

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(python, args, {
    stdio: "ignore",
    env: { NODE_ENV: "production", PATH: "/usr/bin:/bin", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Changes its memory map without a pause, in steps of a second. */
const maps = `
import ctypes, mmap, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
fd, part, parts = os.memfd_create("x"), 64 << 20, 500
os.ftruncate(fd, part)
base = libc.mmap(None, part * parts, 0, 0x4022, -1, 0)
for n in range(parts): libc.mmap(base + n * part, part, 3, 0x8011, fd, 0)
turn = 0
while True:
    turn += 1
    libc.prctl(15, b"n%d" % turn, 0, 0, 0)
    libc.mprotect(base, part * parts, 1 if turn % 2 else 3)`;

test("a process that changes its memory map all the time keeps nobody", async () => {
  const child = start(["-c", maps]);
  const pid = child.pid ?? 0;
  await vi.waitFor(() => expect(readProc(`/proc/${pid}/comm`)).toMatch(/^n\d+\n$/));
  const rounds: number[] = [];
  for (let round = 0; round < 4; round++) {
    let found: Awaited<ReturnType<typeof listProcesses>> = [];
    const { turns } = await countTurns(async () => (found = await listProcesses("test")));
    expect(found.find((one) => one.pid === pid)?.name).toMatch(/^n\d+$/);
    rounds.push(turns);
    await pause(50);
  }
  // The kernel keeps whoever reads of it waiting, some tenths of a second: a thread does. On a busy machine, where that takes a second, it leaves it out from then on, and is done at once.
  expect(Math.max(...rounds)).toBeGreaterThan(100);
});

test("of a very long environment the beginning is read", async () => {
  const variables = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`N${index}`, "x".repeat(40)]));
  const child = start(["-c", "import time; time.sleep(60)"], variables);
  const pid = child.pid ?? 0;
  await vi.waitFor(async () => expect((await askProcesses("environment", { pid }))?.isCut).toBe(true));
  const found = await askProcesses("environment", { pid });
  expect(found?.variables).toHaveLength(2_000);
  expect(found?.variables.slice(0, 2)).toEqual([
    { name: "N0", value: "x".repeat(40) },
    { name: "N1", value: "x".repeat(40) },
  ]);
});

/** Becomes another program, for which a file is closed on a mount that does not answer: all who ask what it is wait with it. */
const becomes = `
import os, sys, time
os.open(sys.argv[1], os.O_RDONLY | os.O_CLOEXEC)
while not os.path.exists(sys.argv[2]): time.sleep(0.05)
os.execv("/bin/sleep", ["sleep", "600"])`;

// The last: those who read for it may still wait for its mount when it has ended.
test.skipIf(halfMountProblem !== null)(
  "a process that waits for a mount is listed, ended, and keeps nobody",
  async ({ skip }) => {
    const dir = mkdtempSync(path.join(tmpdir(), "filedeck-held-"));
    const folder = `${dir}/mount`;
    mkdirSync(folder);
    const mount = await mountHalf(folder);
    onTestFinished(async () => {
      await mount?.end();
      rmSync(dir, { recursive: true });
    });
    if (mount === null) {
      skip("nothing can be mounted here");
      return;
    }
    const child = start(["-c", becomes, `${folder}/file`, `${folder}.hang`]);
    const pid = child.pid ?? 0;
    const row = async () => (await listProcesses("test")).find((one) => one.pid === pid);
    await vi.waitFor(async () => expect((await row())?.command).toContain(folder));
    // The threads are there: to start them takes a busy machine its time.
    await askProcesses("environment", { pid: process.pid });
    await askProcesses("stat", { pid: process.pid });
    // Whoever waited for it here would wait for ever: only this thread lets it go.
    mount.hang("flush");
    await vi.waitFor(async () => expect((await row())?.startedAt).toBeNull());
    const id = `${pid}.0${entryOf(pid)}`;
    expect(await row()).toMatchObject({ id, command: "", user: "root", parent: process.pid });
    expect((await row())?.id).toBe(id);
    expect(await askProcesses("environment", { pid })).toBeNull();
    const known = await knownProcess(id);
    // Filedeck has started it: what it is, nobody can say.
    expect(isOwnProcess(known)).toBe(true);
    for (const other of [`${pid}.0`, `${pid}.01`, `${pid}.0${entryOf(process.pid)}`])
      await expect(knownProcess(other)).rejects.toMatchObject({ key: "sys/process-gone" });
    await expect(knownProcess(`${process.pid}.0`)).rejects.toMatchObject({ key: "sys/process-gone" });
    expect(await signalProcess(known, "SIGKILL")).toBe("sent");
    mount.hang(null); // until then it does not hear of it
    await vi.waitFor(() => expect(child.signalCode).toBe("SIGKILL"));
  },
);
