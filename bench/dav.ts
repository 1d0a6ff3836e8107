// WebDAV beside nginx: node --import tsx bench/dav.ts   (needs a build, nginx, wrk, curl, root for the tmpfs)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { signIn } from "../e2e/support/api-client";
import { basicOf, makeAppPassword, turnDav } from "../e2e/support/dav-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { curl, median, memoryMb, resetPeak, wrk } from "./support/measure";
import { atMost, report } from "./support/report";
import { startNginx } from "./support/nginx";

const runs = Number(process.env["BENCH_RUNS"] ?? 3);
const work = mkdtempSync("/tmp/filedeck-bench-");
execFileSync("mount", ["-t", "tmpfs", "-o", "size=5g", "tmpfs", work]);
const server = await startFiledeck({ workDir: work });
const nginx = await startNginx(server.filesDir);
try {
  const root = await signIn(server);
  await turnDav(server, root, true);
  const authorization = basicOf(await makeAppPassword(server, root));
  const own = `${server.url}/dav/files`;
  const auth = ["-H", `Authorization: ${authorization}`];

  const script = (folder: string, isOwn: boolean) => {
    mkdirSync(path.join(server.filesDir, folder));
    const file = path.join(work, `${folder}.lua`);
    const sign = isOwn ? `wrk.headers["Authorization"] = "${authorization}"` : "";
    const address = `${isOwn ? "/dav/files" : ""}/${folder}/f`;
    writeFileSync(
      file,
      `${sign}\nwrk.method = "PUT"\nwrk.body = string.rep("x", 4096)\nlocal count = 0
function request()\n  count = count + 1\n  return wrk.format(nil, "${address}" .. count)\nend\n`,
    );
    return file;
  };
  const put: { own: number[]; ratio: number[] } = { own: [], ratio: [] };
  const get: { own: number[]; ratio: number[] } = { own: [], ratio: [] };
  for (let run = 0; run < runs; run++) {
    const theirs = wrk(`${nginx.url}/`, { connections: 8, seconds: 3, script: script(`nginx${run}`, false) });
    const ours = wrk(`${server.url}/`, { connections: 8, seconds: 3, script: script(`own${run}`, true) });
    if (ours.errors > 0) throw new Error(`PUT: ${ours.errors} errors`);
    put.own.push(ours.perSecond);
    put.ratio.push(ours.perSecond / theirs.perSecond);
    const read = { connections: 8, seconds: 3 };
    const readTheirs = wrk(`${nginx.url}/own0/f100`, read);
    const readOurs = wrk(`${own}/own0/f100`, { ...read, headers: auth });
    if (readOurs.errors > 0) throw new Error(`GET: ${readOurs.errors} errors`);
    get.own.push(readOurs.perSecond);
    get.ratio.push(readOurs.perSecond / readTheirs.perSecond);
  }
  const small = ({ own, ratio }: typeof put) => `${median(own).toFixed(0)}/s, ${median(ratio).toFixed(2)} x nginx`;
  report("PUT 4 KiB files, 8 connections, tmpfs", small(put));
  report("GET 4 KiB, 8 connections", small(get));

  const big = path.join(work, "big.bin");
  execFileSync("sh", ["-c", 'head -c 1G /dev/urandom > "$1"', "sh", big]);
  const up: number[] = [];
  const down: number[] = [];
  resetPeak(server.pid);
  for (let run = 0; run < runs; run++) {
    const theirs = await curl(["-H", "Expect:", "-T", big, `${nginx.url}/big-nginx.bin`]);
    const ours = await curl([...auth, "-H", "Expect:", "-T", big, `${own}/big-own.bin`]);
    if (ours.status > 204) throw new Error(`PUT: ${ours.status}`);
    up.push(theirs.seconds / ours.seconds);
    const readTheirs = await curl([`${nginx.url}/big-own.bin`]);
    const readOurs = await curl([...auth, `${own}/big-own.bin`]);
    if (readOurs.bytes !== statSync(big).size) throw new Error(`GET: ${readOurs.bytes} bytes`);
    down.push(readTheirs.seconds / readOurs.seconds);
  }
  report("PUT 1 GiB", `${median(up).toFixed(2)} x nginx`);
  report("GET 1 GiB", `${median(down).toFixed(2)} x nginx`);
  report("  memory, peak", `${memoryMb(server.pid).peak.toFixed(0)} MB`, atMost(memoryMb(server.pid).peak, 250, " MB"));

  for (const count of [10_000, 100_000]) {
    const folder = path.join(server.filesDir, `list${count}`);
    mkdirSync(folder);
    for (let index = 0; index < count; index++) writeFileSync(path.join(folder, `file-${index}.txt`), "");
    resetPeak(server.pid);
    const before = memoryMb(server.pid).now;
    const times: number[] = [];
    for (let run = 0; run < runs; run++) {
      const args = [...auth, "-X", "PROPFIND", "-H", "Depth: 1", `${own}/list${count}`];
      const { seconds, status } = await curl(args);
      if (status !== 207) throw new Error(`PROPFIND: ${status}`);
      times.push(seconds);
    }
    const grown = memoryMb(server.pid).peak - before;
    report(
      `PROPFIND ${count} entries, all properties`,
      `${(median(times) * 1000).toFixed(0)} ms, +${grown.toFixed(0)} MB`,
    );
  }
} finally {
  await nginx.stop();
  await server.stop();
  execFileSync("umount", ["-l", work]);
  rmSync(work, { recursive: true, force: true });
}
