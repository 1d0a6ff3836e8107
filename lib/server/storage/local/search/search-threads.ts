import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import type { SearchBatch } from "@/lib/server/storage/search";
import { limits } from "@/lib/server/base/limits";
import { threadFile } from "@/lib/server/base/thread-file";
import type { ThreadReply } from "./search-worker";
import { sharedFlags } from "./shared-flags";
import type { WalkJob } from "./walk-names";

const maxThreads = limits.searches.turns.inAll;
/** Somebody who types searches again at once; after that a thread is 10 MB for nothing. */
const idleMs = 30_000;
const watchMs = 250;
/** A regular expression of somebody's that takes longer for a single name would take forever. */
const patternMs = 1_000;
/** So does one that takes milliseconds for each of many names, once it has had this long. */
const slowPatternMs = 10_000;
const slowNamesPerSecond = 1_000;
/** A thread that does not stop when told (a pattern, a hung disk) is ended. */
const stopMs = 500;

type Thread = { worker: Worker; idle: NodeJS.Timeout | null };
type Pool = { idle: Thread[]; count: number; queue: (() => void)[] };

const pool: Pool = { idle: [], count: 0, queue: [] };

/** Runs a walk in a thread, after those that came before where all are busy. Resolves when it has ended, also when told to by the signal. */
export async function runWalk(job: WalkJob, signal: AbortSignal, onBatch: (batch: SearchBatch) => void): Promise<void> {
  const thread = await takeThread(signal);
  if (thread === null) return;
  let isAlive = false;
  try {
    isAlive = await runIn(thread, { job, signal, onBatch });
  } finally {
    if (isAlive) giveBack(thread);
    else drop(thread);
  }
}

type Use = { job: WalkJob; signal: AbortSignal; onBatch: (batch: SearchBatch) => void };

/** Whether the thread can be used again. */
function runIn({ worker }: Thread, { job, signal, onBatch }: Use): Promise<boolean> {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(sharedFlags).length);
  const flags = new Int32Array(shared);
  return new Promise((resolve, reject) => {
    let stopping: NodeJS.Timeout | null = null;
    const watch = watchPattern(flags, () => end(() => reject(new AppError("search/pattern-slow"))));
    const stop = () => {
      Atomics.store(flags, sharedFlags.stop, 1);
      stopping = setTimeout(() => end(() => resolve(false)), stopMs);
    };
    const end = (settle: () => void) => {
      clearInterval(watch);
      if (stopping !== null) clearTimeout(stopping);
      signal.removeEventListener("abort", stop);
      forget(worker);
      settle();
    };
    worker.on("message", (reply: ThreadReply) => {
      if ("batch" in reply) onBatch(reply.batch);
      else if ("done" in reply) end(() => resolve(true));
      else end(() => reject(new AppError(reply.failure.key, {}, { cause: new Error(reply.failure.text) })));
    });
    worker.on("error", (error) => end(() => reject(error)));
    worker.on("exit", () => end(() => reject(new Error("the search thread ended"))));
    signal.addEventListener("abort", stop, { once: true });
    worker.postMessage({ job, shared });
  });
}

function watchPattern(flags: Int32Array, tooSlow: () => void): NodeJS.Timeout {
  let last = -1;
  let sinceMs = performance.now();
  let slowMs = 0;
  return setInterval(() => {
    const beat = Atomics.load(flags, sharedFlags.beat);
    const isMatching = Atomics.load(flags, sharedFlags.isMatching) === 1;
    if (isMatching && (beat - last) * (1_000 / watchMs) < slowNamesPerSecond) slowMs += watchMs;
    if (slowMs > slowPatternMs) tooSlow();
    if (beat !== last || !isMatching) {
      last = beat;
      sinceMs = performance.now();
    } else if (performance.now() - sinceMs > patternMs) tooSlow();
  }, watchMs).unref();
}

/** Null when the signal fires before one is free. */
async function takeThread(signal: AbortSignal): Promise<Thread | null> {
  for (;;) {
    if (signal.aborted) {
      pool.queue[0]?.(); // the turn may be the next one's
      return null;
    }
    const idle = pool.idle.pop();
    if (idle !== undefined) {
      if (idle.idle !== null) clearTimeout(idle.idle);
      forget(idle.worker);
      idle.worker.ref();
      return idle;
    }
    if (pool.count < maxThreads) return startThread();
    await waitForTurn(signal);
  }
}

function waitForTurn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      pool.queue = pool.queue.filter((other) => other !== go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    pool.queue.push(go);
    signal.addEventListener("abort", go, { once: true });
  });
}

function startThread(): Thread {
  pool.count++;
  const worker = new Worker(threadFile(import.meta.url, "search-worker"), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 },
  });
  return { worker, idle: null };
}

/** Each by its name: without a name Node takes its own away as well, and nothing comes any more. */
function forget(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) worker.removeAllListeners(event);
}

function giveBack(thread: Thread): void {
  thread.worker.unref();
  thread.worker.on("error", () => remove(thread));
  thread.idle = setTimeout(() => {
    remove(thread);
    void thread.worker.terminate(); // nothing waits for it
  }, idleMs).unref();
  pool.idle.push(thread);
  pool.queue[0]?.();
}

function drop(thread: Thread): void {
  pool.count--;
  void thread.worker.terminate(); // a hung disk may keep it for ever
  pool.queue[0]?.();
}

function remove(thread: Thread): void {
  if (!pool.idle.includes(thread)) return;
  pool.idle = pool.idle.filter((other) => other !== thread);
  pool.count--;
}
