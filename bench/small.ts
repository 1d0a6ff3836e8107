// Small requests beside nginx: node --import tsx bench/small.ts   (needs a build, nginx, wrk, root for the tmpfs)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, cpuSeconds, median, wrk } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";
import { startNginx } from "./support/nginx";
import { startBareNode } from "./support/start-bare-node";

const work = mkdtempSync("/tmp/filedeck-bench-");
execFileSync("mount", ["-t", "tmpfs", "-o", "size=2g", "tmpfs", work]);
const server = await startFiledeck({ workDir: work });
const nginx = await startNginx(server.filesDir);
const node = await startBareNode(server.filesDir);
try {
  const session = await signIn(server);
  const headers = authHeaders(session);
  const small = path.join(server.filesDir, "small");
  mkdirSync(small);
  for (let index = 0; index < 10; index++) writeFileSync(path.join(small, `file-${index}.txt`), "x".repeat(100));
  writeFileSync(path.join(server.filesDir, "range.bin"), Buffer.alloc(64 * 1024 * 1024, 1));

  wrk(`${server.url}/api/file/files/small`, { headers, seconds: 2 });
  const ratios: number[] = [];
  const rates: number[] = [];
  const tails: number[] = [];
  const theirTails: number[] = [];
  let [cpu, calls] = [0, 0];
  for (let run = 0; run < 3; run++) {
    const before = cpuSeconds(server.pid);
    const own = wrk(`${server.url}/api/file/files/small`, { headers });
    if (own.errors > 0) throw new Error(`listing: ${own.errors} errors`);
    cpu += cpuSeconds(server.pid) - before;
    calls += own.perSecond * 4;
    ratios.push(own.perSecond / wrk(`${nginx.url}/small/`, {}).perSecond);
    tails.push(own.p99Ms / own.p50Ms);
    const bare = wrk(`${node.url}/list/small`, {});
    theirTails.push(bare.p99Ms / bare.p50Ms);
    rates.push(own.perSecond / bare.perSecond);
  }
  const cpuUs = (cpu / calls) * 1e6;
  report(
    "list 10 entries, 64 connections",
    `${(calls / 12).toFixed(0)}/s, ${median(ratios).toFixed(2)} x nginx, ${median(rates).toFixed(2)} x Node`,
    atLeast(median(rates), 1, " x Node"),
    atLeast(median(ratios), 0.2, " x nginx"),
  );
  report("  CPU", `${cpuUs.toFixed(0)} us a call`, atMost(cpuUs, 300, " us"));
  report(
    "  p99",
    `${median(tails).toFixed(1)} x the median, of Node ${median(theirTails).toFixed(1)} x`,
    atMost(median(tails), 5, " x"),
  );

  const script = (prefix: string, auth: boolean) => {
    mkdirSync(path.join(server.filesDir, prefix));
    const file = path.join(work, `${prefix}.lua`);
    const lines = auth
      ? `wrk.headers["Cookie"] = "${session.cookie}"\nwrk.headers["Authorization"] = "${session.token}"\n`
      : "";
    writeFileSync(
      file,
      `${lines}wrk.method = "PUT"\nwrk.body = string.rep("x", 4096)\nlocal count = 0\nfunction request()\n  count = count + 1\n  return wrk.format(nil, "${auth ? "/api/file/files" : ""}/${prefix}/f" .. count)\nend\n`,
    );
    return file;
  };
  const putRates = { nginx: [] as number[], node: [] as number[] };
  let own = 0;
  for (let run = 0; run < 3; run++) {
    const theirs = wrk(`${nginx.url}/`, { connections: 8, seconds: 3, script: script(`nginx${run}`, false) });
    const bare = wrk(`${node.url}/`, { connections: 8, seconds: 3, script: script(`node${run}`, false) });
    const ours = wrk(`${server.url}/`, { connections: 8, seconds: 3, script: script(`own${run}`, true) });
    for (const name of ["nginx", "node", "own"])
      rmSync(path.join(server.filesDir, `${name}${run}`), { recursive: true });
    const errors = [ours.errors, theirs.errors, bare.errors];
    if (errors.some((count) => count > 0)) throw new Error(`PUT: ${errors.join(", ")} errors`);
    putRates.nginx.push(ours.perSecond / theirs.perSecond);
    putRates.node.push(ours.perSecond / bare.perSecond);
    own = ours.perSecond;
  }
  report(
    "PUT 4 KiB files, 8 connections, tmpfs",
    `${own.toFixed(0)}/s, ${median(putRates.node).toFixed(2)} x Node, ${median(putRates.nginx).toFixed(2)} x nginx`,
    atLeast(median(putRates.node), 0.5, " x"),
  );

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let turn = 0; turn < 2000; turn++) {
    const start = (turn * 7919 * 4096) % (63 * 1024 * 1024);
    times.push(await timeRange(agent, start));
  }
  const rangeMs = median(times.slice(200));
  report("64 KiB range, p50", `${rangeMs.toFixed(2)} ms`, atMost(rangeMs, 0.8, " ms"));

  function timeRange(via: Agent, start: number): Promise<number> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const options = {
        agent: via,
        headers: { cookie: session.cookie, authorization: session.token, range: `bytes=${start}-${start + 65_535}` },
      };
      const req = request(`${server.url}/api/file/download?file=files/range.bin`, options, (res) => {
        if (res.statusCode !== 206) reject(new Error(`range: ${res.statusCode}`));
        res.resume().on("end", () => resolve(performance.now() - began));
      });
      req.on("error", reject).end();
    });
  }
} finally {
  await node.stop();
  await nginx.stop();
  await server.stop();
  execFileSync("umount", ["-l", work]);
  rmSync(work, { recursive: true, force: true });
}
