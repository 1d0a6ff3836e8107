// The thread of compress-zstd.ts: a chunk comes, what is made of it goes back.
import { parentPort, workerData } from "node:worker_threads";
import { Zstd } from "@hpcc-js/wasm-zstd";

export type ZstdJob = { level: number };

const port = parentPort;
const { level } = workerData as ZstdJob; // given by compress-zstd.ts
const zstd = await Zstd.load();
zstd.reset();
zstd.setCompressionLevel(level);
// Null is the end.
port?.on("message", (chunk: Uint8Array | null) => {
  // What it gives is a part of its own memory.
  const made = (chunk === null ? zstd.compressEnd() : zstd.compressChunk(chunk)).slice();
  port.postMessage(made, [made.buffer]);
});
