// Bytes through one channel of the socket, `yes` in a terminal that paints slowly, and 200 idle ones: node --import tsx bench/channel.ts [seconds of yes]
import { fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { io } from "socket.io-client";
import { createChannels, type Tab } from "@/lib/client/create-channels";
import { memoryMb, resetPeak } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";
import type { measured } from "./support/measured-channels";

const mib = 1024 * 1024;
const yesSeconds = Number(process.argv[2] ?? "10");
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const [dataDir, filesDir] = ["data", "files"].map((name) => path.join(work, name));
mkdirSync(filesDir ?? "");
const server = fork("bench/support/channel-server.ts", [dataDir ?? "", filesDir ?? ""], {
  execArgv: ["--import", "tsx"],
});
const pid = server.pid ?? 0;
try {
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    server.once("message", (told) => resolve(told as { port: number })); // by channel-server.ts
    server.once("exit", () => reject(new Error("no server")));
  });
  const url = `http://127.0.0.1:${port}`;
  const login = await fetch(`${url}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "root", password: "correct-horse-battery" }),
  });
  const { data } = (await login.json()) as { data: { token: string } };
  const line = login.headers.getSetCookie().find((one) => one.startsWith("filedeck.session.")) ?? "";
  const socket: Tab = io(url, {
    path: "/api/socket",
    addTrailingSlash: false,
    transports: ["websocket"],
    auth: { token: data.token },
    extraHeaders: { origin: url, cookie: line.split(";")[0] ?? "" },
  });
  const { openChannel } = createChannels<(typeof measured)[keyof typeof measured]>(() => Promise.resolve(socket));

  const before = memoryMb(pid).now;
  resetPeak(pid);
  const down = 512 * mib;
  let began = performance.now();
  await new Promise<void>((resolve) => {
    openChannel("bench/down", { bytes: down }, { onMessage: () => {}, onClose: () => resolve() });
  });
  const downRate = rate(down, began);
  report("down, one channel", `${downRate.toFixed(0)} MB/s`, atLeast(downRate, 100, " MB/s"));

  const up = 128 * mib;
  began = performance.now();
  await new Promise<void>((resolve, reject) => {
    const channel = openChannel(
      "bench/up",
      {},
      {
        onMessage: ({ taken }) => {
          if (taken >= up) resolve();
        },
      },
    );
    channel.send(new Uint8Array(up)).catch(reject);
  });
  const upRate = rate(up, began);
  report("up, one channel", `${upRate.toFixed(0)} MB/s`, atLeast(upRate, 20, " MB/s"));
  reportMemory("  memory more, at most", memoryMb(pid).peak - before, 60);

  // A terminal that paints 5 MB/s.
  resetPeak(pid);
  const beforeYes = memoryMb(pid).now;
  const yes = await new Promise<{ bytes: number; ms: number }>((resolve, reject) => {
    let bytes = 0;
    let askedAt = 0;
    let painted = Promise.resolve();
    const paint = async (chunk: Uint8Array) => {
      await new Promise((done) => setTimeout(done, chunk.length / 5_000));
      bytes += chunk.length;
    };
    const channel = openChannel(
      "bench/yes",
      {},
      {
        onMessage: (chunk) => (painted = painted.then(() => paint(chunk))),
        onClose: () => void painted.then(() => resolve({ bytes, ms: performance.now() - askedAt })), // paint does not fail
      },
    );
    setTimeout(() => {
      askedAt = performance.now();
      channel.send({}).catch(reject);
    }, yesSeconds * 1_000);
  });
  report(`\`yes\` for ${yesSeconds} s, painted`, `${(yes.bytes / 1e6 / yesSeconds).toFixed(1)} MB/s`);
  report("  from Ctrl-C to the last line", `${yes.ms.toFixed(0)} ms`, atMost(yes.ms, 300, " ms"));
  reportMemory("  memory more, at most", memoryMb(pid).peak - beforeYes, 30);

  const beforeIdle = memoryMb(pid).now;
  began = performance.now();
  const idle = Array.from({ length: 200 }, () => openChannel("bench/idle", {}, { onMessage: () => {} }));
  await Promise.all(idle.map(({ send }) => send(new Uint8Array(1))));
  const openedMs = performance.now() - began;
  report("200 channels opened", `${openedMs.toFixed(0)} ms`, atMost(openedMs, 500, " ms"));
  reportMemory("  memory more", memoryMb(pid).now - beforeIdle, 20);
  socket.disconnect();
} finally {
  server.kill("SIGKILL");
  rmSync(work, { recursive: true, force: true });
}

function rate(bytes: number, sinceMs: number): number {
  return bytes / 1000 / (performance.now() - sinceMs);
}

function reportMemory(name: string, megabytes: number, limit: number): void {
  report(name, `${megabytes.toFixed(0)} MB`, atMost(megabytes, limit, " MB"));
}
