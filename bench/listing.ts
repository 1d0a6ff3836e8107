// A folder of 100,000 entries beside nginx's autoindex: node --import tsx bench/listing.ts   (needs a build, nginx, curl)
import { closeSync, mkdirSync, mkdtempSync, openSync } from "node:fs";
import path from "node:path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, curl, median, memoryMb, report, resetPeak } from "./support/measure";
import { startNginx } from "./support/nginx";

const entries = 100_000;
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({ workDir: work });
const nginx = await startNginx(server.filesDir);
try {
  const session = await signIn(server);
  const folder = path.join(server.filesDir, "many");
  mkdirSync(folder);
  for (let index = 0; index < entries; index++)
    closeSync(openSync(path.join(folder, `entry-${String(index).padStart(6, "0")}.txt`), "w"));

  const url = `${server.url}/api/file/files/many`;
  await curl([...authHeaders(session), url]);
  await curl([`${nginx.url}/many/`]);
  const before = memoryMb(server.pid).now;
  resetPeak(server.pid);
  const own: { first: number; whole: number }[] = [];
  const theirs: { first: number; whole: number }[] = [];
  for (let run = 0; run < 7; run++) {
    const a = await curl([...authHeaders(session), url]);
    const b = await curl([`${nginx.url}/many/`]);
    own.push({ first: a.firstByteSeconds, whole: a.seconds });
    theirs.push({ first: b.firstByteSeconds, whole: b.seconds });
  }
  const ratio = (field: "first" | "whole") =>
    median(own.map((run, index) => run[field] / (theirs[index]?.[field] ?? 1)));
  const ms = (field: "first" | "whole") => (median(own.map((run) => run[field])) * 1000).toFixed(0);
  report(`${entries} entries, first byte`, `${ms("first")} ms, ${ratio("first").toFixed(2)} x nginx`, "<= 0.5 x nginx");
  report(`${entries} entries, whole`, `${ms("whole")} ms, ${ratio("whole").toFixed(2)} x nginx`, "<= 2 x nginx");
  report("  memory more", `${(memoryMb(server.pid).peak - before).toFixed(0)} MB`, "<= 60 MB");
  const response = await fetch(url, {
    headers: { cookie: session.cookie, authorization: session.token, "accept-encoding": "gzip" },
  });
  const text = await response.text();
  const { data }: { data: { files: unknown[] } } = JSON.parse(text);
  if (data.files.length !== entries) throw new Error(`${data.files.length} entries`);
  const { bytes: gzipped } = await curl([...authHeaders(session), "-H", "accept-encoding: gzip", url]);
  report("  gzipped", `${(gzipped / 1e6).toFixed(2)} MB of ${(text.length / 1e6).toFixed(1)}`, "<= 1.5 MB");
} finally {
  await nginx.stop();
  await server.remove();
}
