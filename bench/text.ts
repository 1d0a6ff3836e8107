// How long others wait while a large text is opened: node --import tsx bench/text.ts   (needs a build, curl)
import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import path from "node:path";
import { signIn } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, curl, median } from "./support/measure";
import { atMost, report } from "./support/report";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = await startFiledeck();
try {
  const headers = authHeaders(await signIn(server));
  const line = "2026-01-01T00:00:00Z INFO request finished in 12 ms, status 200, größe 4 KiB\n";
  for (const megabytes of [20, 128]) {
    writeFileSync(path.join(server.filesDir, "big.log"), line.repeat((megabytes * 1e6) / Buffer.byteLength(line)));
    const longest: number[] = [];
    let seconds = 0;
    for (let run = 0; run < 5; run++) {
      const over = new AbortController();
      const waits: number[] = [];
      const asking = (async () => {
        while (!over.signal.aborted) waits.push(await ask());
      })();
      const answer = await curl([...headers, `${server.url}/api/file/files/big.log?ignore_size=1`]);
      over.abort();
      await asking;
      if (answer.status !== 200) throw new Error(`text: ${answer.status}`);
      ({ seconds } = answer);
      longest.push(Math.max(...waits));
    }
    const waitMs = median(longest.slice(1));
    const figure = `longest wait of others ${waitMs.toFixed(1)} ms, text ${(seconds * 1000).toFixed(0)} ms`;
    report(`${megabytes} MB of text opened`, figure, ...(megabytes === 20 ? [atMost(waitMs, 20, " ms")] : []));
  }
} finally {
  await server.remove();
}

/** Milliseconds until the server says that it is well. */
function ask(): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(`${server.url}/api/health`, { agent }, (res) => {
      res.resume().on("end", () => resolve(performance.now() - started));
    }).on("error", reject);
  });
}
