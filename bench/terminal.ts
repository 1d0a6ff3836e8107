// Terminals of the real server, through its socket and on a browser's screen: node --import tsx bench/terminal.ts [seconds of yes]
// (needs a build, Chromium)
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { io } from "socket.io-client";
import { createChannels, type Tab } from "@/lib/client/create-channels";
import type { terminalChannels } from "@/lib/contracts/terminal";
import { call, signIn } from "../e2e/support/api-client";
import { browserPath } from "../e2e/support/browser-path";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { enter } from "../e2e/support/test";
import { median, memoryMb, resetPeak } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";

const yesSeconds = Number(process.argv[2] ?? "10");
const size = { cols: 120, rows: 30 };
const work = mkdtempSync("/tmp/filedeck-bench-");
const server = await startFiledeck({ workDir: work });
const session = await signIn(server);
const socket: Tab = io(server.url, {
  path: "/api/socket",
  addTrailingSlash: false,
  transports: ["websocket"],
  auth: { token: session.token },
  extraHeaders: { origin: server.url, cookie: session.cookie },
});
type Channels = (typeof terminalChannels)[keyof typeof terminalChannels];
const { openChannel } = createChannels<Channels>(() => Promise.resolve(socket));
const browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });

async function open(): Promise<string> {
  const { answer, text } = await call<{ id: string }>(server, "terminal", { session, body: size });
  if (answer.data === null) throw new Error(text);
  return answer.data.id;
}

/** A reader of one terminal that takes what comes, and can wait for a text. */
function attach(id: string) {
  let seen = "";
  let bytes = 0;
  let [wanted, found] = ["", () => {}];
  const channel = openChannel(
    "terminal/attach",
    { id, ...size },
    {
      onMessage: (chunk) => {
        bytes += chunk.length;
        seen = (seen + Buffer.from(chunk).toString("latin1")).slice(-8_192);
        if (wanted === "" || !seen.includes(wanted)) return;
        wanted = "";
        found();
      },
    },
  );
  return {
    type: (text: string) => channel.send({ type: "input", text }),
    until: (text: string) =>
      new Promise<void>((resolve) => {
        seen = "";
        [wanted, found] = [text, resolve];
      }),
    bytes: () => bytes,
    close: () => channel.close(),
  };
}

const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function echoes(one: ReturnType<typeof attach>, count: number): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const letter = String.fromCharCode(97 + (index % 26));
    const seen = one.until(letter);
    const begun = performance.now();
    await one.type(letter);
    await seen;
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return p95(times);
}

try {
  mkdirSync(path.join(server.filesDir, "many"));
  const id = await open();
  const one = attach(id);
  const ready = one.until("ready");
  await one.type("echo re''ady; cat > /dev/null\n");
  await ready;
  const quiet = await echoes(one, 200);
  report("keystroke to echo, p95", `${quiet.toFixed(1)} ms`, atMost(quiet, 20, " ms"));

  // As a browser does it, in another process than the one that waits for the letters.
  const large = path.join(server.filesDir, "large.bin");
  writeFileSync(large, "");
  truncateSync(large, 64 * 1024 ** 3);
  const headers = [`cookie: ${session.cookie}`, `authorization: ${session.token}`].flatMap((text) => ["-H", text]);
  const download = spawn("curl", [
    "-s",
    "-o",
    "/dev/null",
    ...headers,
    `${server.url}/api/file/download?file=files/large.bin`,
  ]);
  const over = once(download, "exit");
  const busy = await echoes(one, 200);
  const isThere = download.exitCode === null && download.kill();
  await over;
  if (!isThere) throw new Error("the download ended before the letters");
  report("  while a large file is downloaded", `${busy.toFixed(1)} ms`, atMost(busy, 20, " ms"));
  // What follows an interrupt at once is dropped by the terminal.
  const interruptedCat = one.until("^C");
  await one.type("\u0003");
  await interruptedCat;
  await new Promise((resolve) => setTimeout(resolve, 300));

  const begun = performance.now();
  const before = one.bytes();
  const done = one.until("do-ne");
  await one.type("seq 1 2000000; echo do-''ne\n");
  await done;
  const rate = (one.bytes() - before) / 1_000 / (performance.now() - begun);
  report("seq 1 2000000, through the socket", `${rate.toFixed(1)} MB/s`, atLeast(rate, 4, " MB/s"));

  resetPeak(server.pid);
  const memoryBefore = memoryMb(server.pid).now;
  await one.type("yes\n");
  await new Promise((resolve) => setTimeout(resolve, yesSeconds * 1_000));
  const listed: number[] = [];
  for (let index = 0; index < 20; index++) {
    const asked = performance.now();
    await call(server, "file/files/many", { session });
    listed.push(performance.now() - asked);
  }
  const interrupted = performance.now();
  const ended = one.until("^C");
  await one.type("\u0003");
  await ended;
  const ms = performance.now() - interrupted;
  report(
    `\`yes\` for ${yesSeconds} s: a small listing meanwhile`,
    `${median(listed).toFixed(0)} ms`,
    atMost(median(listed), 50, " ms"),
  );
  report("  Ctrl-C to the end", `${ms.toFixed(0)} ms`, atMost(ms, 300, " ms"));
  const more = memoryMb(server.pid).peak - memoryBefore;
  report("  memory more, at most", `${more.toFixed(0)} MB`, atMost(more, 50, " MB"));
  one.close();

  const page = await browser.newPage({ viewport: { width: 1360, height: 850 } });
  await enter(page, server, session);
  await page.goto(`${server.url}/terminal`);
  const rows = page.locator(".xterm-rows");
  await rows.waitFor();
  await page.waitForTimeout(1_000);
  await page.keyboard.type("\nclear; seq 1 5000000; echo scre''en\n");
  const drawn = performance.now();
  await page.waitForFunction(() => document.querySelector(".xterm-rows")?.textContent?.includes("screen"), null, {
    timeout: 60_000,
  });
  const onScreen = 43.9e3 / (performance.now() - drawn);
  report("seq 1 5000000, on a browser's screen", `${onScreen.toFixed(1)} MB/s`, atLeast(onScreen, 4, " MB/s"));
  resetPeak(server.pid);
  const calm = memoryMb(server.pid).now;
  await page.keyboard.type("clear; yes; echo o''ver\n");
  await page.waitForTimeout(yesSeconds * 1_000);
  const pressed = performance.now();
  await page.keyboard.press("Control+c");
  await page.waitForFunction(() => /\^C[^]*[$#]/.test(document.querySelector(".xterm-rows")?.textContent ?? ""));
  const shownMs = performance.now() - pressed;
  report(
    `\`yes\` for ${yesSeconds} s on the screen: Ctrl-C to the prompt`,
    `${shownMs.toFixed(0)} ms`,
    atMost(shownMs, 300, " ms"),
  );
  const higher = memoryMb(server.pid).peak - calm;
  report("  memory more, at most", `${higher.toFixed(0)} MB`, atMost(higher, 50, " MB"));
  const attached: number[] = [];
  for (let run = 0; run < 5; run++) {
    const id2 = await open();
    const probe = attach(id2);
    const first = probe.until("$").catch(() => {});
    await Promise.race([first, new Promise((resolve) => setTimeout(resolve, 500))]);
    probe.close();
    const again = performance.now();
    const next = attach(id);
    while (next.bytes() === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    attached.push(performance.now() - again);
    next.close();
    await call(server, "terminal/end", { session, body: { id: id2 } });
  }
  report("attached again, 5,000 lines", `${median(attached).toFixed(0)} ms`, atMost(median(attached), 300, " ms"));
  await page.close();

  const { answer: usual } = await call<object>(server, "setting/terminal", { session });
  const many = { ...usual.data, shell: "/bin/sh", maxPerUser: 200, idleHours: 1, scrollbackLines: 5_000 };
  await call(server, "setting/terminal", { session, body: many });
  const idleBefore = memoryMb(server.pid).now;
  const ids: string[] = [];
  for (let count = 0; count < 199; count++) ids.push(await open());
  const each = (memoryMb(server.pid).now - idleBefore) / ids.length;
  report("200 terminals, each", `${each.toFixed(1)} MB`, atMost(each, 15, " MB"));
  const begunList = performance.now();
  await call(server, "file/files/many", { session });
  const listMs = performance.now() - begunList;
  report("  a small listing", `${listMs.toFixed(0)} ms`, atMost(listMs, 50, " ms"));
} finally {
  socket.disconnect();
  await browser.close();
  await server.remove();
  rmSync(work, { recursive: true, force: true });
}
