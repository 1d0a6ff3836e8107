import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import type { OpenFile } from "@/lib/server/storage/storage";
import { live } from "@/lib/server/storage/local/live";
import { createTurns } from "@/lib/server/turns";
import type { Piece, SevenZipJob, SevenZipReply } from "./seven-zip-worker";
import { flagCount, maxAheadBytes, sharedFlags } from "./shared-flags";

export type { Piece } from "./seven-zip-worker";

/** Each may take some hundred MB of memory and a core. */
const turns = live("seven-zip-turns", () => createTurns({ atOnce: 2, maxWaiting: 100 }));
const watchMs = 1_000;
/** Neither read nor written for so long: it runs in circles. */
const stuckMs = 60_000;

type Run = {
  file: OpenFile;
  args: readonly string[];
  names?: string | null;
  isListing?: boolean;
  signal: AbortSignal;
};

/**
 * Runs 7-Zip over an open file, in a thread of its own and in WebAssembly; gives what it says and what it unpacks in their order, as
 * fast as they are taken. The file must stay open until this has ended. Throws archive/broken when it hangs or dies.
 */
export async function* runSevenZip({
  file,
  args,
  names = null,
  isListing = false,
  signal,
}: Run): AsyncGenerator<Piece, void, undefined> {
  const leave = await turns("all", signal);
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * flagCount);
  const flags = new Int32Array(shared);
  const job: SevenZipJob = { args, fd: file.fd, sizeBytes: file.stat.sizeBytes, names, isListing, shared };
  const worker = startThread(job);
  const inbox = createInbox(worker, flags, signal);
  try {
    for (let pieces = await inbox.take(); pieces !== null; pieces = await inbox.take()) {
      for (const piece of pieces) {
        yield piece;
        Atomics.sub(flags, sharedFlags.ahead, piece.length);
      }
      Atomics.notify(flags, sharedFlags.ahead);
    }
  } finally {
    inbox.close();
    // Only now nothing reads from the descriptor any more.
    await worker.terminate();
    leave();
  }
}

function startThread(workerData: SevenZipJob): Worker {
  // Beside the bundle, or from source. Not written as bundlers look for it: the build makes a bundle of its own.
  const file = import.meta.url.endsWith(".ts") ? "./source-worker.mjs" : "./seven-zip-worker.mjs";
  return new Worker(new URL(file, import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  });
}

/** What came from the thread and was not taken yet; null at its end. */
function createInbox(worker: Worker, flags: Int32Array, signal: AbortSignal) {
  const waiting: Piece[][] = [];
  let end: { error: unknown } | null = null;
  let wake = () => {};
  const finish = (error: unknown) => {
    end ??= { error };
    wake();
  };
  const broken = (cause: unknown) => finish(new AppError("archive/broken", {}, { cause }));
  const stop = () => finish(new AppError("request/cancelled"));
  worker.on("message", (reply: SevenZipReply) => {
    if ("exit" in reply) return finish(null);
    waiting.push(reply.pieces);
    wake();
  });
  worker.on("error", broken);
  worker.on("exit", () => broken(new Error("the thread ended")));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const watch = watchBeat(flags, () => broken(new Error("7-Zip runs in circles")));
  return {
    async take(): Promise<Piece[] | null> {
      for (;;) {
        const error: unknown = end?.error ?? null;
        // What was unpacked before the end counts; a cancel does not wait for it.
        if (error !== null && (waiting.length === 0 || signal.aborted)) throw error;
        const pieces = waiting.shift();
        if (pieces !== undefined) return pieces;
        if (end !== null) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close(): void {
      clearInterval(watch);
      signal.removeEventListener("abort", stop);
    },
  };
}

function watchBeat(flags: Int32Array, onStuck: () => void): NodeJS.Timeout {
  let last = -1;
  let sinceMs = performance.now();
  return setInterval(() => {
    const now = Atomics.load(flags, sharedFlags.beat);
    // A thread that waits for a slow disk or reader is not stuck.
    if (now !== last || Atomics.load(flags, sharedFlags.ahead) > maxAheadBytes) {
      last = now;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs > stuckMs) onStuck();
  }, watchMs).unref();
}
