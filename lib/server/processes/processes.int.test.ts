import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { getPriority } from "node:os";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AddressInfo } from "node:net";
import type { ProcessRow } from "@/lib/contracts/processes";
import { applyLive } from "@/lib/shared/live-rows";
import { processesAbove } from "@/lib/server/process/own-processes";
import { readStat } from "@/lib/server/process/process-state";
import { passedOnEnvironment } from "@/lib/server/process/spawn-child";
import { signalProcess as send } from "@/lib/server/process/signal-process";
import { actorOf, makeTrashFixture, type TrashFixture } from "@/lib/server/trash/trash-fixture";
import { reniceProcess, signalProcess } from "./change-process";
import { followProcesses } from "./follow-processes";
import { getProcess, getProcessEnvironment } from "./get-process";

let fixture: TrashFixture;
const children: ChildProcess[] = [];
const stops: AbortController[] = [];

beforeEach(async () => {
  fixture = await makeTrashFixture();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop.abort();
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await fixture.close();
});

function start(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { stdio: "ignore", env: { NODE_ENV: "test", ...passedOnEnvironment(), ...env } });
  children.push(child);
  const pid = child.pid ?? 0;
  const ended = new Promise<string | null>((resolve) => child.once("exit", (_, signal) => resolve(signal)));
  return { pid, ended, id: () => `${pid}.${readStat(pid)?.startTicks ?? 0}` };
}
const ctxOf = (isRoot = true) => {
  const about = vi.fn();
  return { ...fixture.ctx, actor: actorOf("mia", isRoot), about };
};

/** What the channel shows, whenever one looks. */
function follow() {
  const stop = new AbortController();
  stops.push(stop);
  let rows: ReadonlyMap<string, ProcessRow> = new Map();
  void followProcesses(
    {},
    { ...ctxOf(), signal: stop.signal },
    {
      send: async (message) => void (rows = applyLive(rows, message)),
      received: (async function* () {})(),
    },
  );
  return (pid: number) => [...rows.values()].find((row) => row.pid === pid);
}

test("a signal reaches the process that is meant", async () => {
  const sleeper = start("sleep", ["600"]);
  const ctx = ctxOf();
  await signalProcess({ id: sleeper.id(), signal: "SIGSTOP" }, ctx);
  await vi.waitFor(() => expect(readStat(sleeper.pid)?.state).toBe("T"));
  await signalProcess({ id: sleeper.id(), signal: "SIGCONT" }, ctx);
  await signalProcess({ id: sleeper.id(), signal: "SIGTERM" }, ctx);
  expect(await sleeper.ended).toBe("SIGTERM");
  expect(ctx.about).toHaveBeenLastCalledWith(`sleep (${sleeper.pid}) SIGTERM`);
});

test("a process that has the number of another is not hit", async () => {
  const sleeper = start("sleep", ["600"]);
  const later = `${sleeper.pid}.${(readStat(sleeper.pid)?.startTicks ?? 0) - 1}`;
  await expect(signalProcess({ id: later, signal: "SIGKILL" }, ctxOf())).rejects.toMatchObject({
    key: "sys/process-gone",
  });
  await expect(reniceProcess({ id: later, nice: 5 }, ctxOf())).rejects.toMatchObject({ key: "sys/process-gone" });
  await expect(getProcess({ id: later }, ctxOf())).rejects.toMatchObject({ key: "sys/process-gone" });
  expect(await send({ pid: sleeper.pid, isStill: async () => false }, "SIGKILL")).toBe("gone");
  // It goes on: what was killed is gone, or a zombie.
  expect(readStat(sleeper.pid)?.state).toMatch(/^[RSD]$/);
});

test("the first process is not touched, and this one is ended by administrators or not at all", async () => {
  const idOf = (pid: number) => `${pid}.${readStat(pid)?.startTicks ?? 0}`;
  const [first, own] = [idOf(1), idOf(process.pid)];
  for (const refused of [
    () => signalProcess({ id: first, signal: "SIGTERM" }, ctxOf()),
    () => signalProcess({ id: own, signal: "SIGSTOP" }, ctxOf()),
    () => signalProcess({ id: own, signal: "SIGUSR1" }, ctxOf()),
    () => reniceProcess({ id: first, nice: 1 }, ctxOf()),
    () => reniceProcess({ id: own, nice: 1 }, ctxOf()),
  ])
    await expect(refused()).rejects.toMatchObject({ key: "sys/process-needed" });
  for (const signal of ["SIGTERM", "SIGKILL"] as const)
    await expect(signalProcess({ id: own, signal }, ctxOf(false))).rejects.toMatchObject({ key: "auth/root-only" });
  const row = follow();
  await vi.waitFor(() => expect([row(process.pid)?.is_own, row(1)?.is_own]).toEqual([true, false]));
});

test("what has started it, and its own workers, are ended by administrators alone", async () => {
  const idOf = (pid: number) => `${pid}.${readStat(pid)?.startTicks ?? 0}`;
  const above = [...processesAbove()];
  expect(above[0]).toBe(process.ppid);
  expect(above).not.toContain(1);
  // All of them, up to the first one, and nobody else.
  expect(readStat(above.at(-1) ?? 0)?.parent).toBeLessThanOrEqual(1);
  const worker = start(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await vi.waitFor(() => expect(readStat(worker.pid)?.threads).toBeGreaterThan(4));
  for (const pid of [...above, worker.pid]) {
    // Nothing that would do harm where it is not refused.
    await expect(signalProcess({ id: idOf(pid), signal: "SIGCONT" }, ctxOf(false))).rejects.toMatchObject({
      key: "auth/root-only",
    });
    await expect(reniceProcess({ id: idOf(pid), nice: 0 }, ctxOf(false))).rejects.toMatchObject({
      key: "auth/root-only",
    });
  }
  await signalProcess({ id: worker.id(), signal: "SIGTERM" }, ctxOf());
  expect(await worker.ended).toBe("SIGTERM");
  // What it runs for somebody is none of it.
  const sleeper = start("sleep", ["600"]);
  await signalProcess({ id: sleeper.id(), signal: "SIGTERM" }, ctxOf(false));
  expect(await sleeper.ended).toBe("SIGTERM");
  const row = follow();
  await vi.waitFor(() => expect(row(process.ppid)?.is_own).toBe(process.ppid !== 1));
});

test("all threads of a process are made nicer", async () => {
  const node = start(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await vi.waitFor(() => expect(readStat(node.pid)?.threads).toBeGreaterThan(4));
  await reniceProcess({ id: node.id(), nice: 7 }, ctxOf());
  const follower = follow();
  await vi.waitFor(() => expect(follower(node.pid)).toMatchObject({ nice: 7, name: "node" }));
  expect(getPriority(node.pid)).toBe(7);
});

test("the list has processes as they are, and loses them when they end", async () => {
  const busy = start("sh", ["-c", "while :; do :; done", "a name with\nlines"]);
  const row = follow();
  await vi.waitFor(() => expect(row(busy.pid)?.cpu).toBeGreaterThan(1));
  expect(row(busy.pid)).toMatchObject({
    parent: process.pid,
    command: "sh -c while :; do :; done a name with\nlines",
    user: "root",
    is_kernel: false,
    ports: [],
  });
  expect(Math.abs((row(busy.pid)?.started_at ?? 0) - Date.now())).toBeLessThan(60_000);
  process.kill(busy.pid, "SIGKILL");
  await vi.waitFor(() => expect(row(busy.pid)).toBeUndefined());
});

test("ports are told with who listens at them", async () => {
  const row = follow();
  await vi.waitFor(() => expect(row(process.pid)).toBeDefined());
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  try {
    await vi.waitFor(() => expect(row(process.pid)?.ports).toContain(port));
    const { sockets } = await getProcess({ id: `${process.pid}.${readStat(process.pid)?.startTicks ?? 0}` }, ctxOf());
    expect(sockets).toContainEqual({ protocol: "tcp", address: "127.0.0.1", port, peer: null, is_listening: true });
  } finally {
    server.close();
  }
  await vi.waitFor(() => expect(row(process.pid)?.ports).not.toContain(port));
});

test("what is inside is for administrators, and each look at an environment is theirs alone", async () => {
  const sleeper = start("sleep", ["600"], { SECRET: "a=b\nc" });
  const id = sleeper.id();
  const { inside, pss } = await getProcess({ id }, ctxOf());
  expect(inside).toMatchObject({ folder: process.cwd(), left: 0 });
  expect(inside?.program).toMatch(/\/(?:sleep|coreutils|busybox)$/);
  expect(inside?.files.map(({ target }) => target)).toContain("/dev/null");
  expect(pss).toBeGreaterThan(1_000);
  expect((await getProcess({ id }, ctxOf(false))).inside).toBeNull();
  const ctx = ctxOf();
  const { variables } = await getProcessEnvironment({ id }, ctx);
  expect(variables).toContainEqual({ name: "SECRET", value: "a=b\nc" });
  expect(ctx.about).toHaveBeenCalledWith(`sleep (${sleeper.pid})`);
  await expect(getProcessEnvironment({ id }, ctxOf(false))).rejects.toMatchObject({ key: "auth/root-only" });
});
