// Resumable uploads beside plain ones: node --import tsx bench/resumable.ts   (needs a build, curl; 7 GB in the work folder)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdirSync, mkdtempSync, openAsBlob, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { createPrefixSums } from "../lib/client/upload/hash-file";
import { sendResumable } from "../lib/client/upload/send-resumable";
import { AppError } from "../lib/shared/errors";
import { signIn } from "../e2e/support/api-client";
import { startCuttingProxy } from "../e2e/support/cutting-proxy";
import { nodeTransport } from "../e2e/support/node-transport";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { authHeaders, curl, median, memoryMb, resetPeak } from "./support/measure";
import { atLeast, atMost, report } from "./support/report";

const gib = 2;
const runs = Number(process.env["BENCH_RUNS"] ?? 3);
const chunkMb = 95;
const work = mkdtempSync(path.join(process.env["BENCH_DIR"] ?? "/tmp", "filedeck-bench-"));
const server = await startFiledeck({ workDir: work });
const session = await signIn(server);
const headers = [...authHeaders(session), "-H", "Expect:"];
const tus = [...headers, "-H", "Tus-Resumable: 1.0.0"];
try {
  const big = path.join(server.filesDir, "big.bin");
  const parts = path.join(work, "parts");
  mkdirSync(parts);
  execFileSync("sh", ["-c", `head -c ${gib}G /dev/urandom > "$1"`, "sh", big]);
  execFileSync("split", ["-b", `${chunkMb}M`, "-d", "-a", "3", big, path.join(parts, "p")]);
  const names = readdirSync(parts).sort();
  const running = createHash("sha256");
  const prefixes = names.map((name) =>
    running
      .update(readFileSync(path.join(parts, name)))
      .copy()
      .digest("base64"),
  );
  const whole = await hashOf(big);
  const rate = (seconds: number) => (gib * 1073.741824) / seconds;

  const took = { put: [] as number[], bare: [] as number[], checked: [] as number[] };
  resetPeak(server.pid);
  for (let run = 0; run < runs; run++) {
    execFileSync("sync");
    took.put.push(
      await timed(async () => {
        const target = `${server.url}/api/file/files/put.bin?conflict=replace`;
        const { status } = await curl([...headers, "-T", big, target]);
        if (status !== 200) throw new Error(`PUT: ${status}`);
      }),
    );
    rmSync(path.join(server.filesDir, "put.bin"));
    for (const kind of ["bare", "checked"] as const) {
      execFileSync("sync");
      took[kind].push(await timed(() => sendChunks(kind)));
      if ((await hashOf(path.join(server.filesDir, "tus.bin"))) !== whole) throw new Error("tus: another file");
      rmSync(path.join(server.filesDir, "tus.bin"));
    }
  }
  const ratioOf = (kind: "bare" | "checked") =>
    median(took.put.map((seconds, index) => seconds / (took[kind][index] ?? Infinity))).toFixed(2);
  report(`plain PUT, ${gib} GiB`, `${rate(median(took.put)).toFixed(0)} MB/s`);
  report(
    `tus, chunks of ${chunkMb} MB`,
    `${rate(median(took.bare)).toFixed(0)} MB/s, ${ratioOf("bare")} x plain PUT`,
    atLeast(Number(ratioOf("bare")), 0.8, " x"),
  );
  report(
    "  with SHA-256 after each chunk, as browsers send it",
    `${rate(median(took.checked)).toFixed(0)} MB/s, ${ratioOf("checked")} x plain PUT`,
    atLeast(Number(ratioOf("checked")), 0.8, " x"),
  );
  report("  memory, peak", `${memoryMb(server.pid).peak.toFixed(0)} MB`, atMost(memoryMb(server.pid).peak, 250, " MB"));

  async function sendChunks(kind: "bare" | "checked"): Promise<void> {
    const sum = kind === "checked" ? `,sha256 ${Buffer.from(whole).toString("base64")}` : "";
    const target = Buffer.from("files/tus.bin").toString("base64");
    const created = await fetch(`${server.url}/api/file/tus`, {
      method: "POST",
      headers: {
        cookie: session.cookie,
        authorization: session.token,
        "tus-resumable": "1.0.0",
        "upload-length": String(gib * 1024 ** 3),
        "upload-metadata": `path ${target}${sum}`,
      },
    });
    const url = new URL(created.headers.get("location") ?? "", server.url).href;
    // One after the other on one connection, as browsers send them.
    const chunks = names.map((name, index) => [
      ...tus,
      ...(kind === "checked" ? ["-H", `Upload-Prefix-Digest: sha-256=:${prefixes[index]}:`] : []),
      "-X",
      "PATCH",
      "-H",
      "Content-Type: application/offset+octet-stream",
      "-H",
      `Upload-Offset: ${index * chunkMb * 1024 ** 2}`,
      "-T",
      path.join(parts, name),
      url,
    ]);
    const { status } = await curl(chunks.flatMap((args, index) => (index === 0 ? args : ["--next", "-s", ...args])));
    if (status !== 204) throw new Error(`PATCH: ${status}`);
  }

  // The browser's sender, on a line that breaks every second.
  const oneGib = path.join(work, "one.bin");
  execFileSync("sh", ["-c", 'head -c 1G "$1" > "$2"', "sh", big, oneGib]);
  const proxy = await startCuttingProxy(server.port, { everyMs: 1000 });
  const started = performance.now();
  const result = await sendResumable(
    {
      file: await openAsBlob(oneGib),
      target: {
        endpoint: "/api/file/tus",
        headers: () => ({ cookie: session.cookie, authorization: session.token }),
        metadata: { path: "files/cut.bin" },
      },
      url: null,
      maxChunkBytes: chunkMb * 1024 ** 2,
      onProgress: () => {},
      onUrl: () => {},
      signal: new AbortController().signal,
    },
    {
      request: nodeTransport(`http://127.0.0.1:${proxy.port}`),
      hasherOf: (file) => ({ sumTo: createPrefixSums(file), close: () => {} }),
      failureOf: () => new AppError("internal"),
      pause: (delayMs) =>
        new Promise((resolve) => {
          setTimeout(resolve, delayMs);
        }),
      nowMs: () => performance.now(),
    },
  );
  const cutSeconds = (performance.now() - started) / 1000;
  proxy.stop();
  const isSame =
    result.type === "stored" && (await hashOf(path.join(server.filesDir, "cut.bin"))) === (await hashOf(oneGib));
  report(
    "1 GiB, cut every second",
    `${isSame ? "the right hash" : JSON.stringify(result)}, ${proxy.cuts()} cuts, ${cutSeconds.toFixed(1)} s`,
    atLeast(Number(isSame), 1, " right hash"),
  );
} finally {
  await server.remove();
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 4_194_304 })) hash.update(chunk as Buffer); // no encoding
  return hash.digest("hex");
}

async function timed(run: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}
