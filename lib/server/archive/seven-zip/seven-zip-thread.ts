import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import { createTurns } from "@/lib/server/base/turns";
import { threadFile } from "@/lib/server/base/thread-file";
import type { Piece, SevenZipJob, SevenZipReply } from "./seven-zip-worker";
import { flagCount, maxAheadBytes, sharedFlags } from "./shared-flags";

/** Each may take some hundred MB of memory and a core, for as long as its reader takes: one is kept for whoever has none. */
const turns = createTurns({ atOnce: 2, inAll: 3, keptForNew: 1, maxWaiting: 100 });
const watchMs = 1_000;
/** Neither read nor written for so long: it runs in circles. */
const stuckMs = 60_000;

type Listener = {
  onHead: (head: Uint8Array) => void;
  onOpen: (index: number) => void;
  onClose: (index: number, endAt: number) => void;
};
type Turn = { holder: string; signal: AbortSignal };
export type SevenZipThread = Awaited<ReturnType<typeof startSevenZip>>;

/** A thread with 7-Zip in it. Call `end` whatever happens: only then nothing uses the descriptors any more. */
export async function startSevenZip(job: Omit<SevenZipJob, "shared">, { holder, signal }: Turn) {
  const leave = await turns(holder, signal);
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * flagCount);
  const flags = new Int32Array(shared);
  const worker = startWorker({ ...job, shared });
  const inbox = createInbox(worker, flags, signal);
  return {
    listen: (to: Listener) => inbox.listen(to),
    /** The answer to `onOpen`. */
    give(fd: number | null): void {
      Atomics.store(flags, sharedFlags.descriptor, fd === null ? -1 : fd + 1);
      Atomics.notify(flags, sharedFlags.descriptor);
    },
    /** Of what is packed, so far; to the KiB. */
    readBytes: (): number => Atomics.load(flags, sharedFlags.readKib) * 1024,
    async *pieces(): AsyncGenerator<Piece, void, undefined> {
      for (let pieces = await inbox.take(); pieces !== null; pieces = await inbox.take()) {
        for (const piece of pieces) {
          yield piece;
          Atomics.sub(flags, sharedFlags.ahead, piece.length);
        }
        Atomics.notify(flags, sharedFlags.ahead);
      }
    },
    async end(): Promise<void> {
      inbox.close();
      await worker.terminate();
      leave();
    },
  };
}

function startWorker(workerData: SevenZipJob): Worker {
  return new Worker(threadFile(import.meta.url, "seven-zip-worker"), {
    workerData,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  });
}

/** What came from the thread and was not taken yet; null at its end. */
function createInbox(worker: Worker, flags: Int32Array, signal: AbortSignal) {
  const waiting: Piece[][] = [];
  let listener: Listener | null = null;
  let end: { error: unknown } | null = null;
  let wake = () => {};
  const finish = (error: unknown) => {
    end ??= { error };
    wake();
  };
  const broken = (cause: unknown) => finish(new AppError("archive/broken", {}, { cause }));
  const stop = () => finish(new AppError("request/cancelled"));
  worker.on("message", (reply: SevenZipReply) => {
    if ("exit" in reply) finish(null);
    else if ("head" in reply) listener?.onHead(reply.head);
    else if ("open" in reply) listener?.onOpen(reply.open);
    else if ("close" in reply) listener?.onClose(reply.close, reply.endAt);
    else {
      waiting.push(reply.pieces);
      wake();
    }
  });
  worker.on("error", broken);
  worker.on("exit", () => broken(new Error("the thread ended")));
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  const watch = watchBeat(flags, () => broken(new Error("7-Zip runs in circles")));
  return {
    listen(to: Listener): void {
      listener = to;
    },
    async take(): Promise<Piece[] | null> {
      for (;;) {
        const error: unknown = end?.error ?? null;
        // What was made before the end counts; a cancel does not wait for it.
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
