// Start-up and idle memory: node --import tsx bench/start.ts   (needs a current build)
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "@/lib/server/process/reserve-fixture";
import { childrenOf, median, memoryMb } from "./support/measure";
import { atMost, report } from "./support/report";

const work = mkdtempSync("/tmp/filedeck-bench-");
mkdirSync(path.join(work, "files"));
const times = { api: [] as number[], page: [] as number[] };
let idleMb = 0;
for (let run = 0; run < 6; run++) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn("npm", ["start", "--silent"], {
    stdio: "ignore",
    detached: true,
    env: {
      ...process.env,
      FILEDECK_PORT: String(port),
      FILEDECK_DATA: path.join(work, "data"),
      FILEDECK_ROOTS: `${work}/files=Files`,
      FILEDECK_ADMIN_PASSWORD: "correct-horse-battery",
      HOME: work,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await until(`${url}/api/health`);
  const api = performance.now() - started;
  await until(`${url}/`);
  const page = performance.now() - started;
  // The first start makes the database and the copy of the build.
  if (run > 0) {
    times.api.push(api);
    times.page.push(page);
  }
  if (run === 5) {
    await new Promise((resolve) => setTimeout(resolve, 20_000));
    idleMb = memoryMb(serverPid(child.pid ?? 0)).now;
  }
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-(child.pid ?? 0), "SIGTERM");
  await ended;
}
rmSync(work, { recursive: true, force: true });
report("npm start, first API answer", `${median(times.api).toFixed(0)} ms`, atMost(median(times.api), 600, " ms"));
report("npm start, first page", `${median(times.page).toFixed(0)} ms`, atMost(median(times.page), 2_500, " ms"));
report("idle memory", `${idleMb.toFixed(0)} MB`, atMost(idleMb, 150, " MB"));

async function until(url: string): Promise<void> {
  for (let tries = 0; tries < 2000; tries++) {
    const isUp = await fetch(url).then(
      (response) => response.text().then(() => response.ok),
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`no answer: ${url}`);
}

/** npm → sh → node: the process with the most memory is the server. */
function serverPid(group: number): number {
  const all: number[] = [group];
  for (const pid of all) all.push(...childrenOf(pid));
  return all.toSorted((a, b) => memoryMb(b).now - memoryMb(a).now)[0] ?? group;
}
