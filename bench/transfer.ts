// Large transfers beside nginx: node --import tsx bench/transfer.ts   (needs a build, nginx, curl; 5 GB in the work folder)
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, cpuSeconds, curl, median, memoryMb, resetPeak } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";
import { startNginx } from "./support/nginx";

const gib = 2;
const runs = Number(process.env["BENCH_RUNS"] ?? 3);
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({
  workDir: work,
  env: { FILEDECK_ACCEL: `${work}/files=/_accel`, FILEDECK_TRUSTED_PROXIES: "127.0.0.1" },
});
const plain = await startFiledeck({ workDir: path.join(work), env: { FILEDECK_DATA: path.join(work, "data2") } });
const nginx = await startNginx(server.filesDir, { proxyTo: server.port, accelRoot: server.filesDir });
try {
  const session = await signIn(plain);
  const accelSession = await signIn(server);
  const big = path.join(server.filesDir, "big.bin");
  execFileSync("sh", ["-c", `head -c ${gib}G /dev/urandom > "$1"`, "sh", big]);

  const rate = (seconds: number) => (gib * 1073.741824) / seconds;
  const down: Record<"filedeck" | "nginx" | "accel", number[]> = { filedeck: [], nginx: [], accel: [] };
  let cpu = 0;
  resetPeak(plain.pid);
  for (let run = 0; run < runs; run++) {
    down.nginx.push((await curl([`${nginx.url}/big.bin`])).seconds);
    const before = cpuSeconds(plain.pid);
    const own = await curl([...authHeaders(session), `${plain.url}/api/file/download?file=files/big.bin`]);
    if (own.status !== 200 || own.bytes !== statSync(big).size)
      throw new Error(`download: ${own.status}, ${own.bytes} bytes`);
    cpu += cpuSeconds(plain.pid) - before;
    down.filedeck.push(own.seconds);
    const accel = await curl([...authHeaders(accelSession), `${nginx.url}/app/api/file/download?file=files/big.bin`]);
    if (accel.status !== 200 || accel.bytes !== statSync(big).size) throw new Error(`accel: ${accel.status}`);
    down.accel.push(accel.seconds);
  }
  const ratio = median(down.nginx.map((seconds, index) => seconds / (down.filedeck[index] ?? 1)));
  const accelRatio = median(down.nginx.map((seconds, index) => seconds / (down.accel[index] ?? 1)));
  report(
    `download ${gib} GiB`,
    `${rate(median(down.filedeck)).toFixed(0)} MB/s, ${ratio.toFixed(2)} x nginx`,
    atLeast(ratio, 0.9, " x"),
  );
  report("  CPU", `${(cpu / runs / gib).toFixed(2)} s/GiB`, atMost(cpu / runs / gib, 0.35, " s/GiB"));
  report(
    "  by X-Accel-Redirect",
    `${rate(median(down.accel)).toFixed(0)} MB/s, ${accelRatio.toFixed(2)} x nginx`,
    atLeast(accelRatio, 0.9, " x"),
  );
  report("  memory, peak", `${memoryMb(plain.pid).peak.toFixed(0)} MB`, atMost(memoryMb(plain.pid).peak, 250, " MB"));

  const up: Record<"filedeck" | "nginx", number[]> = { filedeck: [], nginx: [] };
  resetPeak(plain.pid);
  for (let run = 0; run < runs; run++) {
    for (const name of ["up-nginx.bin", "up-own.bin"]) rmSync(path.join(server.filesDir, name), { force: true });
    execFileSync("sync");
    up.nginx.push(
      await timed(async () => {
        await curl(["-T", big, `${nginx.url}/up-nginx.bin`]);
        execFileSync("sync", [path.join(server.filesDir, "up-nginx.bin")]);
      }),
    );
    execFileSync("sync");
    const own = await timed(async () => {
      const { status } = await curl([
        ...authHeaders(session),
        "-H",
        "Expect:",
        "-T",
        big,
        `${plain.url}/api/file/files/up-own.bin`,
      ]);
      if (status !== 200) throw new Error(`upload: ${status}`);
    });
    up.filedeck.push(own);
  }
  const upRatio = median(up.nginx.map((seconds, index) => seconds / (up.filedeck[index] ?? 1)));
  report(
    `upload ${gib} GiB, synced`,
    `${rate(median(up.filedeck)).toFixed(0)} MB/s, ${upRatio.toFixed(2)} x nginx`,
    atLeast(upRatio, 0.75, " x"),
  );
  report("  memory, peak", `${memoryMb(plain.pid).peak.toFixed(0)} MB`, atMost(memoryMb(plain.pid).peak, 250, " MB"));

  await new Promise((resolve) => setTimeout(resolve, 3000));
  const before = memoryMb(plain.pid).now;
  resetPeak(plain.pid);
  const readers = Array.from({ length: 64 }, () =>
    curl([
      "--limit-rate",
      "200k",
      "--max-time",
      "6",
      ...authHeaders(session),
      `${plain.url}/api/file/download?file=files/big.bin`,
    ]),
  );
  await Promise.all(readers);
  report(
    "64 slow readers",
    `+${(memoryMb(plain.pid).peak - before).toFixed(0)} MB`,
    atMost(memoryMb(plain.pid).peak - before, 64, " MB"),
  );
} finally {
  await nginx.stop();
  await server.stop();
  await plain.remove();
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}
