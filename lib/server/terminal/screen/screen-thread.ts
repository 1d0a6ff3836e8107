import { Worker } from "node:worker_threads";
import { threadFile } from "@/lib/server/base/thread-file";
import { nobody, screenFlags } from "./screen-flags";
import type { ScreenReply, ScreenRequest } from "./screen-worker";

type Options = {
  memory: { youngMb: number; oldMb: number };
  onReply: (reply: ScreenReply) => void;
  /** It has ended by itself; the screen that it was at, if it was at one. */
  onEnd: (current: number | null) => void;
};

export type ScreenThread = ReturnType<typeof startScreenThread>;

/** A thread of screens. It keeps no process alive. */
export function startScreenThread({ memory, onReply, onEnd }: Options) {
  const shared = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(screenFlags).length);
  const flags = new Int32Array(shared);
  Atomics.store(flags, screenFlags.current, nobody);
  const worker = new Worker(threadFile(import.meta.url, "screen-worker"), {
    execArgv: [],
    workerData: shared,
    resourceLimits: { maxYoungGenerationSizeMb: memory.youngMb, maxOldGenerationSizeMb: memory.oldMb },
  });
  worker.unref();
  let isOver = false;
  let [beat, looks] = [0, 0];

  function current(): number | null {
    const number = Atomics.load(flags, screenFlags.current);
    return number === nobody ? null : number;
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    onEnd(current());
  }

  worker.on("message", (reply: ScreenReply) => {
    if (!isOver) onReply(reply);
  });
  worker.on("error", end);
  worker.on("exit", end);

  return {
    ask(request: ScreenRequest): void {
      worker.postMessage(request, request.type === "write" ? [request.bytes.buffer] : []);
    },
    /** How often in a row it has been found at the same piece of work. */
    looksAtSame(): number {
      const now = Atomics.load(flags, screenFlags.beat);
      looks = now === beat && current() !== null ? looks + 1 : 0;
      beat = now;
      return looks;
    },
    current,
    stop(): void {
      isOver = true;
      void worker.terminate(); // nothing waits for it
    },
  };
}
