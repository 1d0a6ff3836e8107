// Folders of 10,000 and 100,000 entries beside nginx's autoindex: node --import tsx bench/listing.ts   (needs a build, nginx, curl)
import { closeSync, mkdirSync, mkdtempSync, openSync } from "node:fs";
import path from "node:path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, curl, median, memoryMb, resetPeak } from "./support/measure";
import { startNginx } from "./support/nginx";
import { atMost, report } from "./support/report";
import { startBareNode } from "./support/start-bare-node";

const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({ workDir: work });
const nginx = await startNginx(server.filesDir);
const node = await startBareNode(server.filesDir);
try {
  const session = await signIn(server);
  for (const entries of [10_000, 100_000]) {
    const name = `many-${entries}`;
    const folder = path.join(server.filesDir, name);
    mkdirSync(folder);
    for (let index = 0; index < entries; index++)
      closeSync(openSync(path.join(folder, `entry-${String(index).padStart(6, "0")}.txt`), "w"));

    const url = `${server.url}/api/file/files/${name}`;
    // Code that runs often is translated first.
    for (let run = 0; run < 400_000 / entries; run++) await curl([...authHeaders(session), url]);
    await curl([`${nginx.url}/${name}/`]);
    const before = memoryMb(server.pid).now;
    resetPeak(server.pid);
    const ratios = { first: [] as number[], whole: [] as number[], node: [] as number[] };
    const ms: number[] = [];
    for (let run = 0; run < 9; run++) {
      const own = await curl([...authHeaders(session), url]);
      const theirs = await curl([`${nginx.url}/${name}/`]);
      const bare = await curl([`${node.url}/list/${name}`]);
      ratios.first.push(own.firstByteSeconds / theirs.firstByteSeconds);
      ratios.whole.push(own.seconds / theirs.seconds);
      ratios.node.push(bare.seconds / theirs.seconds);
      ms.push(own.seconds * 1000);
    }
    const [whole, first] = [median(ratios.whole), median(ratios.first)];
    report(
      `${entries.toLocaleString("en")} entries`,
      `${median(ms).toFixed(0)} ms, ${whole.toFixed(2)} x nginx (Node ${median(ratios.node).toFixed(2)})`,
      atMost(whole, entries > 10_000 ? 2 : 2.5, " x"),
    );
    report("  first byte", `${first.toFixed(2)} x nginx`, ...(entries > 10_000 ? [atMost(first, 0.5, " x")] : []));
    const more = memoryMb(server.pid).peak - before;
    report("  memory more", `${more.toFixed(0)} MB`, atMost(more, 60, " MB"));
    const { bytes: gzipped } = await curl([...authHeaders(session), "-H", "accept-encoding: gzip", url]);
    report("  gzipped", `${(gzipped / 1e6).toFixed(2)} MB`, atMost(gzipped / 1e6, 1.5, " MB"));
  }
} finally {
  await node.stop();
  await nginx.stop();
  await server.remove();
}
