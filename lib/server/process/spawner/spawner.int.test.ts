import { once } from "node:events";
import { createRequire } from "node:module";
import { chmodSync, closeSync, cpSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type * as Koffi from "koffi";
import { expect, onTestFinished, test, vi } from "vitest";
import { threadFile } from "@/lib/server/base/thread-file";
import { parentOf } from "@/lib/server/process/own-processes";
import { runToEnd } from "@/lib/server/process/run-to-end";
import { endGroup, spawnChild } from "@/lib/server/process/spawn-child";
import { halfMountProblem, mountHalf } from "@/lib/server/storage/conformance/half-mount";

const say = { program: "/bin/echo", args: ["it runs"] };

/** Not counting what has ended and waits to be taken note of. */
function isThere(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Never 0, which is all of this group. */
function killOne(pid = 0): void {
  expect(pid).toBeGreaterThan(1);
  process.kill(pid, "SIGKILL");
}

test.skipIf(halfMountProblem !== null)("a file on a mount that does not answer keeps nobody", async ({ skip }) => {
  const folder = mkdtempSync(path.join(tmpdir(), "filedeck-spawner-"));
  const mount = await mountHalf(folder);
  if (mount === null) {
    skip("no file system of its own can be mounted");
    return;
  }
  onTestFinished(async () => {
    await mount.end();
    rmSync(folder, { recursive: true });
  });
  await runToEnd(say);
  const fd = openSync(`${folder}/file`, "r");
  try {
    mount.hang("flush");
    // A thread that waited for the mount would wait for ever: only this one lets it go.
    expect(await runToEnd(say)).toMatchObject({ code: 0, output: "it runs\n" });
  } finally {
    mount.hang(null);
    closeSync(fd);
  }
});

test("no descriptor is left behind, however a program ends", async () => {
  const rounds = async () => {
    await Promise.all(Array.from({ length: 20 }, () => runToEnd({ program: "/bin/cat", args: [] }, { input: "x" })));
    expect((await runToEnd({ program: "/nowhere/at-all", args: [] })).code).toBeNull();
    expect((await runToEnd({ program: "/bin/cat", args: ["\0"] })).code).toBeNull();
    const child = spawnChild("/bin/sleep", ["100"], { stdio: ["pipe", "pipe", "pipe"] });
    endGroup(child);
    expect(await once(child, "close")).toEqual([null, "SIGKILL"]);
    const left = spawnChild("/bin/sleep", ["100"], { stdio: ["ignore", "pipe", "ignore"] });
    left.stdout.destroy();
    endGroup(left);
    await once(left, "close");
  };
  await rounds();
  const before = readdirSync("/proc/self/fd").length;
  await rounds();
  await vi.waitFor(() => expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before));
});

test("what is written is read to its end, and what is given to it is all that it gets", async () => {
  const { code, output } = await runToEnd({ program: "/usr/bin/wc", args: ["-c"] }, { input: Buffer.alloc(3_000_000) });
  expect([code, output.trim()]).toEqual([0, "3000000"]);
  let bytes = 0;
  const hear = (chunk: Buffer) => (bytes += chunk.length);
  await runToEnd({ program: "/usr/bin/head", args: ["-c", "20000000", "/dev/zero"] }, { hear });
  expect(bytes).toBe(20_000_000);
  // Nobody takes it.
  const child = spawnChild("/usr/bin/head", ["-c", "1000", "/dev/zero"], { stdio: ["ignore", "pipe", "ignore"] });
  expect(await once(child, "close")).toEqual([0, null]);
});

test("a spawner that is killed takes what it has started along, and another one goes on", async () => {
  const child = spawnChild("/bin/sh", ["-c", "sleep 100 & echo $!; wait"], { stdio: ["ignore", "pipe", "ignore"] });
  const runs = once(child, "spawn");
  const grandchild = Number(String((await once(child.stdout, "data"))[0]));
  await runs;
  killOne(parentOf(child.pid ?? 0));
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  await vi.waitFor(() => expect(isThere(grandchild)).toBe(false));
  expect(await runToEnd(say)).toMatchObject({ code: 0, output: "it runs\n" });
});

/** By the numbers that all platforms share. */
const call = { pidfd_open: 434, pidfd_getfd: 438 };

/** The spawner's end of its channel, open here as well; null where the kernel does not allow that. */
function openChannelOf(spawner: number): { refuseOrders: () => void; close: () => void } | null {
  const libc = (createRequire(import.meta.url)("koffi") as typeof Koffi).load(null); // its own types
  const syscall = libc.func("long syscall(long, long, long, long)");
  const shutdown = libc.func("int shutdown(int, int)");
  const ask = (...args: [call: number, first: number, second: number]) => Number(syscall(...args, 0));
  const process = ask(call.pidfd_open, spawner, 0);
  if (process < 0) return null;
  const fd = ask(call.pidfd_getfd, process, 3); // NODE_CHANNEL_FD: the first after the three
  closeSync(process);
  return fd < 0 ? null : { refuseOrders: () => void shutdown(fd, 0), close: () => closeSync(fd) };
}

async function runningWithSpawner() {
  const child = spawnChild("/bin/sleep", ["100"]);
  await once(child, "spawn");
  const pid = child.pid ?? 0;
  const spawner = parentOf(pid);
  expect(spawner).toBeGreaterThan(1);
  return { child, pid, spawner, channel: openChannelOf(spawner) };
}

test("what a spawner that is killed has started ends at once, though its last words may be on their way", async ({
  skip,
}) => {
  const { child, pid, spawner, channel } = await runningWithSpawner();
  if (channel === null) {
    endGroup(child);
    skip("no descriptor of another process can be had");
    return;
  }
  killOne(spawner);
  await vi.waitFor(() => expect(isThere(pid)).toBe(false));
  expect(child.signalCode).toBeNull();
  channel.close();
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
});

test("a spawner that does not take orders any more is ended, and another one goes on", async ({ skip }) => {
  const { child, spawner, channel } = await runningWithSpawner();
  if (channel === null) {
    endGroup(child);
    skip("no descriptor of another process can be had");
    return;
  }
  const ended = once(child, "exit");
  process.kill(spawner, "SIGSTOP");
  channel.refuseOrders();
  channel.close();
  const unheard = spawnChild("/bin/sleep", ["100"]);
  await expect(once(unheard, "spawn")).rejects.toThrow("the process that starts programs has ended");
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(isThere(spawner)).toBe(false);
  expect(await runToEnd(say)).toMatchObject({ code: 0, output: "it runs\n" });
});

/** Starts a program that would go on, says its number, and waits for its own end. */
const script = `
const { theSpawner } = await import(process.argv[1]);
const stdio = ["ignore", "ignore", "ignore"];
const { child } = theSpawner({}).start({ program: "/bin/sleep", args: ["100"], env: {}, stdio, niceness: null });
child.once("spawn", () => console.log(child.pid));`;

test("a process that is killed leaves nothing behind that it has started", async () => {
  const module = threadFile(import.meta.url, "spawner").href;
  const server = spawnChild(process.execPath, ["--input-type=module", "--eval", script, module], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const runs = once(server, "spawn");
  const pid = Number(String((await once(server.stdout, "data"))[0]));
  await runs;
  const spawner = parentOf(pid);
  expect([isThere(pid), parentOf(spawner)]).toEqual([true, server.pid]);
  killOne(server.pid);
  await vi.waitFor(() => expect([isThere(pid), isThere(spawner)]).toEqual([false, false]));
});

/** Gives up the rights of root, so that no other process of its new account sees what it has open, and starts a program by itself. */
const alone = `
const { once } = await import("node:events");
const { theSpawner } = await import(process.argv[1]);
process.setgid(65534);
process.setuid(65534);
const stdio = ["pipe", "pipe", "ignore"];
const spawner = theSpawner({});
const run = (program, args) => spawner.start({ program, args, env: {}, stdio, niceness: 2 });
const { child } = run("/bin/sh", ["-c", "read it; echo $it; exit 3"]);
child.stdout.on("data", (text) => process.stdout.write(text));
child.stdin.end("it runs\\n");
const { id, child: sleeps } = run("/bin/sleep", ["100"]);
spawner.end(id);
const [[own], [, signal]] = await Promise.all([once(child, "close"), once(sleeps, "exit")]);
console.log(signal, own);
`;

/** What it needs where everybody may read it: this tree may lie in a folder that is its owner's alone. */
async function copyForEverybody(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "filedeck-spawner-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  await build({
    entryPoints: ["spawner", "spawner-process"].map((name) => path.join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["koffi", "esbuild"],
    logLevel: "error",
  });
  for (const name of ["koffi", "@koromix"])
    cpSync(path.resolve("node_modules", name), path.join(folder, "node_modules", name), { recursive: true });
  return pathToFileURL(path.join(folder, "spawner.mjs")).href;
}

test.skipIf(process.getuid?.() !== 0)("where the spawner may not see what is open, programs run as well", async () => {
  const args = ["--input-type=module", "--eval", alone, await copyForEverybody()];
  const { output, said } = await runToEnd({ program: process.execPath, args });
  expect([output, said]).toEqual(["it runs\nSIGKILL 3\n", ""]);
});
