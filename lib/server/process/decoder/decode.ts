import { availableParallelism } from "node:os";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { endGroup } from "@/lib/server/process/spawn-child";
import { createFrameReader, framePieces, type Frame } from "./frames";
import type { JobKind } from "./jobs/jobs";
import type { Jailed } from "./spawn-jailed";
import { startWorker } from "./start-worker";

export type Decoding = {
  kind: JobKind;
  options: Readonly<Record<string, string | number | boolean | null | object>>;
  /** Asked for when it is its turn: what waits holds no bytes. */
  read: () => Promise<Uint8Array>;
  /** Whose share of the places it takes: strangers come after everybody else. */
  holder: string;
  /** Who waits no longer lets others go first; what has begun goes on to its end. */
  signal: AbortSignal;
};

type Decoded = { said: unknown; bytes: Buffer };
type Worker = { child: Jailed; jobs: number; idle: NodeJS.Timeout | null };

const { worker: cost, waiting } = limits.previews;
const size = Math.max(1, Math.min(cost.atMost, availableParallelism()));
const turns = createTurns({ atOnce: size, maxWaiting: waiting, inAll: size });
const resting: Worker[] = [];

/** For tests: which processes wait for work. */
export const restingWorkers = (): (number | undefined)[] => resting.map(({ child }) => child.pid);

/**
 * Does a job in a warm worker of the pool. A worker that fails, takes too long, or writes more than it may is ended and another takes its place. Throws preview/failed, preview/too-large,
 * preview/no-jail, request/cancelled, request/busy, request/overloaded.
 */
export async function decode({ kind, options, read, holder, signal }: Decoding): Promise<Decoded> {
  const leave = await turns(holder, signal);
  try {
    const input = await read();
    if (input.byteLength > limits.previews.inputBytes) throw new AppError("preview/too-large");
    const worker = await takeWorker();
    const { head, bytes } = await ask(worker, { kind, options }, input);
    const { said, failed } = head as { said?: unknown; failed?: string }; // of the worker; what is used of it is checked by who asked
    if (failed === "too-large") throw new AppError("preview/too-large");
    if (failed !== undefined) throw new AppError("preview/failed", {}, { cause: new Error(failed) });
    return { said, bytes };
  } finally {
    leave();
  }
}

/** When the server stops. */
export function endWorkers(): void {
  for (const { child } of resting.splice(0)) endGroup(child);
}

async function takeWorker(): Promise<Worker> {
  for (let worker = resting.pop(); worker !== undefined; worker = resting.pop()) {
    if (worker.idle !== null) clearTimeout(worker.idle);
    if (!worker.child.isOver) return worker;
  }
  return { child: await startWorker(new AbortController().signal), jobs: 0, idle: null };
}

function rest(worker: Worker): void {
  worker.jobs++;
  if (worker.jobs >= cost.jobs) return endGroup(worker.child);
  worker.idle = setTimeout(() => {
    resting.splice(resting.indexOf(worker), 1);
    endGroup(worker.child);
  }, cost.idleMs);
  worker.idle.unref();
  resting.push(worker);
}

function ask(worker: Worker, order: object, input: Uint8Array): Promise<Frame> {
  const { child } = worker;
  return new Promise((resolve, reject) => {
    const reader = createFrameReader(cost.outputBytes);
    let said = "";
    const settle = () => {
      clearTimeout(timer);
      child.stdout.off("data", hear);
      child.stderr.off("data", note);
      child.off("close", over);
      child.off("error", over);
    };
    const fail = (why: string) => {
      settle();
      endGroup(child);
      reject(new AppError("preview/failed", {}, { cause: new Error(`${why} ${said}`.trim()) }));
    };
    const over = () => fail("the worker has ended");
    const note = (piece: Buffer) => (said = (said + piece.toString()).slice(-1_000));
    const hear = (piece: Buffer) => {
      try {
        const frame = reader.take(piece);
        if (frame === null) return;
        settle();
        rest(worker);
        resolve(frame);
      } catch {
        fail("the worker said what it may not");
      }
    };
    const timer = setTimeout(() => fail("it took too long"), cost.jobMs);
    if (child.isOver) return over();
    child.stdout.on("data", hear);
    child.stderr.on("data", note);
    child.once("close", over);
    child.once("error", over);
    for (const piece of framePieces(order, input)) child.stdin?.write(piece);
  });
}
