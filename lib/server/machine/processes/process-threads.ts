import { isDeepStrictEqual } from "node:util";
import { Worker } from "node:worker_threads";
import { AppError } from "@/lib/shared/errors";
import { threadFile } from "@/lib/server/base/thread-file";
import { HeldProcesses } from "./held-processes";
import type { ProcessJobs } from "./process-jobs";
import type { ProcessQuestion, ProcessReply } from "./process-worker";
import type { SlowVisit } from "./visiting";

type Kind = keyof ProcessJobs;
type Output = ProcessJobs[Kind]["output"] | null;
type Asker = { resolve: (output: Output) => void; reject: (error: unknown) => void };
type Job = {
  kind: Kind;
  input: ProcessJobs[Kind]["input"];
  /** All who asked the same before it began. */
  askers: Set<Asker>;
  sinceMs: number;
  /** Those that kept it so far. */
  slow: SlowVisit[];
};
type Thread = { worker: Worker; progress: Int32Array; idle: NodeJS.Timeout | null };
/** One thread, those who wait for it, and those that wait in the kernel. `limitMs`: how long one process may keep it. */
type Lane = { limitMs: number; thread: Thread | null; current: Job | null; waiting: Job[]; stuck: Set<Worker> };

const lane = (limitMs: number): Lane => ({ limitMs, thread: null, current: null, waiting: [], stuck: new Set() });

/** A thread that waits in the kernel cannot be ended: it is left there, but not any number of them. */
const mostStuck = 2;
/** One that has kept a thread is left alone for so long once that is back. */
const heldMs = 120_000;
/** A thread costs 10 MB. */
const idleMs = 60_000;

export const processPatience = {
  /** How long slow processes may keep one question, all together: those are held then, and of the others only the plain facts are told. */
  questionMs: 3_000,
  /** How long a question waits for those before it. */
  waitingMs: 10_000,
  mostWaiting: 100,
};

/**
 * Threads that tell what other processes are, for who looks into one may have to wait for it (visiting.ts). A process that keeps its thread for too long is
 * not asked again for some minutes, and another thread goes on.
 */
export function createProcessThreads(patience = processPatience, makeWorker = startWorker) {
  /** What keeps one kind of question keeps none of the others: lists, what a signal waits for, what takes its time with a single one, and with a mount. */
  const [lists, identity, single, mounts] = [lane(1_000), lane(1_000), lane(5_000), lane(5_000)];
  const lanes: Readonly<Record<Kind, Lane>> = {
    processes: lists,
    ports: lists,
    stat: identity,
    details: single,
    environment: single,
    usersOf: mounts,
    numbersMounted: mounts,
  };
  const held = new HeldProcesses();

  /** Null: the process is not to be asked, or too many threads wait in the kernel already. Throws request/overloaded, and the signal's reason. */
  async function ask<K extends Kind>(
    kind: K,
    input: ProcessJobs[K]["input"],
    signal?: AbortSignal,
  ): Promise<ProcessJobs[K]["output"] | null> {
    signal?.throwIfAborted();
    let leaveQueue = () => {};
    const answer = new Promise<Output>((resolve, reject) => {
      const asker = { resolve, reject };
      leaveQueue = () => withdraw(lanes[kind], asker, signal?.reason);
      join(lanes[kind], { kind, input }, asker);
    });
    signal?.addEventListener("abort", leaveQueue, { once: true });
    try {
      return (await answer) as ProcessJobs[K]["output"] | null; // the thread does what it was asked
    } finally {
      signal?.removeEventListener("abort", leaveQueue);
    }
  }

  function join(lane: Lane, { kind, input }: Pick<Job, "kind" | "input">, asker: Asker): void {
    const same = lane.waiting.find((job) => job.kind === kind && isDeepStrictEqual(job.input, input));
    if (same !== undefined) {
      same.askers.add(asker);
      return;
    }
    if (lane.waiting.length >= patience.mostWaiting) throw new AppError("request/overloaded");
    lane.waiting.push({ kind, input, askers: new Set([asker]), sinceMs: performance.now(), slow: [] });
    goOn(lane);
  }

  function withdraw(lane: Lane, asker: Asker, reason: unknown): void {
    asker.reject(reason);
    for (const job of lane.waiting) job.askers.delete(asker);
    lane.waiting = lane.waiting.filter(({ askers }) => askers.size > 0);
  }

  function goOn(lane: Lane): void {
    if (lane.current !== null) return;
    const job = lane.waiting.shift();
    if (job === undefined) return rest(lane);
    if (job.slow.length === 0 && performance.now() - job.sinceMs > patience.waitingMs) {
      for (const { reject } of job.askers) reject(new AppError("request/overloaded"));
      return goOn(lane);
    }
    if (lane.thread === null && lane.stuck.size >= mostStuck) {
      for (const { resolve } of job.askers) resolve(null);
      return goOn(lane);
    }
    const thread = (lane.thread ??= start(lane));
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.idle = null;
    lane.current = job;
    thread.worker.ref();
    thread.worker.postMessage({
      kind: job.kind,
      input: job.input,
      held: held.pids(),
      patienceMs: patience.questionMs - waitedMs(job),
    } satisfies ProcessQuestion);
    watch(lane, thread, job);
  }

  /** Goes on without a thread that waits for a process, and without that process. */
  function leave(lane: Lane, { worker }: Thread, { pid, tookMs }: SlowVisit): void {
    const job = lane.current;
    lane.thread = null;
    lane.current = null;
    lane.stuck.add(worker);
    const one = held.hold(pid, Number.POSITIVE_INFINITY);
    worker.removeAllListeners();
    worker.on("error", () => {}); // `exit` follows
    worker.once("message", () => void worker.terminate()); // it is back
    worker.once("exit", () => {
      lane.stuck.delete(worker);
      if (one !== null) one.untilMs = performance.now() + heldMs;
    });
    worker.unref();
    if (job !== null) {
      noteSlow(job, { pid, tookMs });
      lane.waiting.unshift(job);
    }
    goOn(lane);
  }

  /** Those that keep a question for too long together are held as one that does so alone. */
  function noteSlow(job: Job, visit: SlowVisit): void {
    job.slow.push(visit);
    if (waitedMs(job) < patience.questionMs) return;
    for (const { pid } of job.slow) if (!held.has(pid)) held.hold(pid, heldMs);
  }

  function watch(lane: Lane, thread: Thread, job: Job): void {
    const { progress } = thread;
    let [seen, sinceMs] = [-1, performance.now()];
    const timer = setInterval(() => {
      if (lane.current !== job || lane.thread !== thread) return clearInterval(timer);
      const [pid, count] = [Atomics.load(progress, 0), Atomics.load(progress, 1)];
      const tookMs = performance.now() - sinceMs;
      if (pid === 0 || count !== seen) [seen, sinceMs] = [count, performance.now()];
      else if (tookMs >= lane.limitMs) {
        clearInterval(timer);
        leave(lane, thread, { pid, tookMs });
      }
    }, lane.limitMs / 5);
    // The thread keeps us, as long as somebody waits for it.
    timer.unref();
  }

  function start(lane: Lane): Thread {
    const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
    const worker = makeWorker(shared);
    const thread: Thread = { worker, progress: new Int32Array(shared), idle: null };
    const settle = (give: (asker: Asker) => void) => {
      const job = lane.current;
      lane.current = null;
      for (const asker of job?.askers ?? []) give(asker);
      goOn(lane);
    };
    worker.on("message", (reply: ProcessReply) => {
      if ("slow" in reply) {
        if (lane.current !== null) noteSlow(lane.current, reply.slow);
      } else
        settle(({ resolve, reject }) => ("output" in reply ? resolve(reply.output) : reject(new Error(reply.failure))));
    });
    const end = (error: Error) => {
      if (lane.thread !== thread) return;
      lane.thread = null;
      settle(({ reject }) => reject(error));
    };
    worker.on("error", end);
    worker.on("exit", () => end(new Error("the thread ended")));
    return thread;
  }

  return { ask, isHeld: (pid: number) => held.has(pid) };
}

const waitedMs = ({ slow }: Job) => slow.reduce((sum, { tookMs }) => sum + tookMs, 0);

function rest(lane: Lane): void {
  const { thread } = lane;
  if (thread === null || thread.idle !== null) return;
  thread.worker.unref();
  thread.idle = setTimeout(() => {
    if (lane.thread === thread) lane.thread = null;
    void thread.worker.terminate(); // nothing waits for it
  }, idleMs).unref();
}

function startWorker(shared: SharedArrayBuffer): Worker {
  return new Worker(threadFile(import.meta.url, "process-worker"), {
    execArgv: [],
    workerData: shared,
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 256 },
  });
}
