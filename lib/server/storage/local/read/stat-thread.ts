import { Worker } from "node:worker_threads";
import { threadFile } from "@/lib/server/base/thread-file";
import type { StatQuestion, StatReply } from "./stat-worker";

/** A thread costs 10 MB: it ends when nobody has asked for so long. */
const idleMs = 10_000;

type Waiting = { resolve: (facts: Float64Array) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; idle: NodeJS.Timeout | null };

const state: { thread: Thread | null; nextId: number } = { thread: null, nextId: 0 };

/**
 * lstat of many names (Latin-1) of an open folder in a thread beside this one: mode, size and
 * mtime in ms for each, mode -1 for what is gone. One page after the other; throws the first other failure.
 */
export function statInThread(folderFd: number, names: readonly string[]): Promise<Float64Array> {
  const thread = (state.thread ??= start());
  if (thread.idle !== null) clearTimeout(thread.idle);
  thread.idle = null;
  return new Promise((resolve, reject) => {
    const id = state.nextId++;
    thread.waiting.set(id, { resolve, reject });
    thread.worker.ref();
    thread.worker.postMessage({ id, folderFd, names } satisfies StatQuestion);
  });
}

function start(): Thread {
  const worker = new Worker(threadFile(import.meta.url, "stat-worker"), {
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 },
  });
  const thread: Thread = { worker, waiting: new Map(), idle: null };
  const end = (error: Error) => {
    if (state.thread === thread) state.thread = null;
    for (const { reject } of thread.waiting.values()) reject(error);
    thread.waiting.clear();
  };
  worker.on("message", (reply: StatReply) => {
    settle(thread, reply);
    if (thread.waiting.size > 0) return;
    worker.unref();
    thread.idle = setTimeout(() => {
      if (state.thread === thread) state.thread = null;
      void worker.terminate(); // nothing waits for it
    }, idleMs).unref();
  });
  worker.on("error", end);
  worker.on("exit", () => end(new Error("the thread ended")));
  return thread;
}

function settle({ waiting }: Thread, reply: StatReply): void {
  const asked = waiting.get(reply.id);
  waiting.delete(reply.id);
  if ("facts" in reply) asked?.resolve(reply.facts);
  else asked?.reject(Object.assign(new Error(reply.failure.message), { code: reply.failure.code }));
}
