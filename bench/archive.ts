// Archives beside the programs that are made for them: node --import tsx bench/archive.ts
// (needs a build, curl, tar, zip, unzip, root for the tmpfs)
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, curl, median } from "./support/measure";
import { atMost, report } from "./support/report";
import { runTask } from "./support/run-task";
import { startBareNode } from "./support/start-bare-node";

/** The yardsticks alone: `quick`. */
const isQuick = process.argv.includes("quick");
const work = mkdtempSync("/tmp/filedeck-bench-");
execFileSync("mount", ["-t", "tmpfs", "-o", "size=4g", "tmpfs", work]);
const server = await startFiledeck({ workDir: work });
try {
  const session = await signIn(server);
  plant("two", 2_000);
  plant("twenty", 20_000);
  for (const format of ["zip", "tar", "tar.gz", "tar.zst"]) {
    const get = (folder: string) =>
      curl([...authHeaders(session), `${server.url}/api/file/download?file=files/${folder}&format=${format}`]);
    // Warm, as on a server that has run for a while; the very first, for which code is translated, is told beside it.
    const cold = (await get("two")).seconds * 1000;
    for (let run = 0; run < 20; run++) await get("two");
    const two = await repeat(9, async () => (await get("two")).seconds * 1000);
    const first = await repeat(5, async () => (await get("twenty")).firstByteSeconds * 1000);
    const isFast = format === "zip" || format === "tar";
    const figure = `${two.toFixed(0)} ms, the first time ${cold.toFixed(0)} ms`;
    report(`2,000 x 4 KiB as ${format}`, figure, ...(isFast ? [atMost(two, 110, " ms")] : []));
    report(
      `first byte of 20,000 as ${format}`,
      `${first.toFixed(1)} ms`,
      ...(format === "tar.zst" ? [] : [atMost(first, 50, " ms")]),
    );
  }
  const theirs = {
    tar: await repeat(3, async () => time("tar", ["-c", "-C", server.filesDir, "-f", path.join(work, "t.tar"), "two"])),
    zip: await repeat(3, async () => {
      rmSync(path.join(work, "t.zip"), { force: true });
      return time("zip", ["-q", "-r", "-1", path.join(work, "t.zip"), "two"], server.filesDir);
    }),
  };
  report("the same by tar, and by zip -1", `${theirs.tar.toFixed(0)} and ${theirs.zip.toFixed(0)} ms`);

  const node = await startBareNode(server.filesDir);
  const ratios: number[] = [];
  for (let run = 0; run < 15; run++) {
    const own = await curl([...authHeaders(session), `${server.url}/api/file/download?file=files/two&format=tar`]);
    ratios.push(own.seconds / (await curl([`${node.url}/tar/two`])).seconds);
  }
  await node.stop();
  // copyparty took 1.9 times as long as Node alone where both were measured.
  report("2,000 x 4 KiB as tar, beside Node", `${median(ratios).toFixed(2)} x Node`, atMost(median(ratios), 1.9, " x"));

  for (const format of isQuick ? [] : ["zip", "tar", "7z"]) {
    const body = { files: ["files/twenty"], to: "files", name: `twenty.${format}`, format, level: 1 };
    const packed = await seconds(() => run("file/compress", body));
    const unpacked = await seconds(() => run("file/uncompress", { path: `files/twenty.${format}`, to: "files" }));
    report(`20,000 x 4 KiB into ${format} and out`, `${packed.toFixed(1)} s, ${unpacked.toFixed(1)} s`);
    const listing = await seconds(() =>
      call(server, "file/archive/list", { session, body: { path: `files/twenty.${format}` } }),
    );
    report(`its list`, `${(listing * 1000).toFixed(0)} ms`);
  }

  async function run(target: string, body: object): Promise<void> {
    const id = await runTask(server, session, target, body);
    const { answer } = await call<{ state: string }>(server, `task/${id}`, { session });
    if (answer.data.state !== "done") throw new Error(JSON.stringify(answer));
  }
} finally {
  await server.stop();
  execFileSync("umount", ["-l", work]);
  rmSync(work, { recursive: true, force: true });
}

function plant(folder: string, count: number): void {
  for (let index = 0; index < count; index++) {
    const dir = path.join(server.filesDir, folder, `d${index % 20}`);
    if (index < 20) mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, `file-${index}.bin`), Buffer.alloc(4096, `content of ${index} `));
  }
  if (readdirSync(path.join(server.filesDir, folder)).length !== 20) throw new Error("not planted");
}

async function repeat(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let turn = 0; turn < times; turn++) values.push(await measure());
  return median(values);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

function time(program: string, args: readonly string[], cwd = "/"): number {
  const started = performance.now();
  execFileSync(program, args, { cwd });
  return performance.now() - started;
}
