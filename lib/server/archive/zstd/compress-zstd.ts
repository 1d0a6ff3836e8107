import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import { threadFile } from "@/lib/server/base/thread-file";
import type { ZstdJob } from "./zstd-worker";

/** zlib's 0 to 9 in zstd's numbers, which go to 19 for archives of reasonable memory. */
const levels = [1, 1, 2, 3, 4, 5, 6, 9, 12, 16];
/** One message for many small pieces. */
const batchBytes = 262_144;

/** Zstandard (RFC 8878) in a thread: what Node has itself, it has only in later versions. Throws request/cancelled. */
export async function* compressZstd(
  source: AsyncIterable<Uint8Array>,
  { level, signal }: { level: number; signal: AbortSignal },
): AsyncGenerator<Uint8Array, void, undefined> {
  const workerData: ZstdJob = { level: levels[level] ?? 3 };
  const worker = new Worker(threadFile(import.meta.url, "zstd-worker"), { workerData, execArgv: [] });
  let settle: { resolve: (made: Uint8Array) => void; reject: (error: unknown) => void } | null = null;
  worker.on("message", (made: Uint8Array) => settle?.resolve(made));
  worker.on("error", (error) => settle?.reject(error));
  const stop = () => settle?.reject(new AppError("request/cancelled"));
  signal.addEventListener("abort", stop, { once: true });
  const pass = (chunk: Uint8Array | null) =>
    new Promise<Uint8Array>((resolve, reject) => {
      settle = { resolve, reject };
      if (signal.aborted) stop();
      else worker.postMessage(chunk);
    });
  try {
    for await (const batch of gathered(source)) {
      const made = await pass(batch);
      if (made.length > 0) yield made;
    }
    yield await pass(null);
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

async function* gathered(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of source) {
    parts.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes < batchBytes) continue;
    yield Buffer.concat(parts);
    [parts, sizeBytes] = [[], 0];
  }
  yield Buffer.concat(parts);
}
