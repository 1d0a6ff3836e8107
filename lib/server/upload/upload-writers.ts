import type { Hash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";

type Writer = { abort: AbortController; ended: Promise<void> };
/** What has been hashed of an upload's bytes, from the first one on. */
export type RunningHash = { hash: Hash; toBytes: number };

const maxHashes = 1_000;
/** What a broken connection has delivered is still read: on a bad line that is all there is of each try. */
const graceMs = 700;
const writers = new Map<string, Writer>();
const hashes = new Map<string, RunningHash>();

/**
 * Runs as the only one who touches an upload. Whoever was at it has a moment to end by itself, is then told to stop, and
 * waited for: its connection may be dead without the server knowing, and the client that asks now must not be locked out.
 */
export async function asOnlyWriter<T>(id: string, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const before = writers.get(id);
  const abort = new AbortController();
  let end = () => {};
  const mine: Writer = {
    abort,
    ended: new Promise((resolve) => {
      end = resolve;
    }),
  };
  writers.set(id, mine);
  try {
    if (before !== undefined) await replace(before);
    if (abort.signal.aborted) throw new AppError("request/cancelled");
    return await run(abort.signal);
  } finally {
    end();
    if (writers.get(id) === mine) writers.delete(id);
  }
}

async function replace({ abort, ended }: Writer): Promise<void> {
  const timer = setTimeout(() => abort.abort(), graceMs);
  await ended;
  clearTimeout(timer);
}

/** The hash up to exactly this many bytes, if it is still in memory: taken, so that nobody adds to it twice. */
export function takeHash(id: string, toBytes: number): RunningHash | null {
  const known = hashes.get(id);
  hashes.delete(id);
  return known?.toBytes === toBytes ? known : null;
}

/** Keeps it for the next request; the one that nobody asked for the longest is hashed again from the disk. */
export function keepHash(id: string, running: RunningHash): void {
  const known = hashes;
  known.set(id, running);
  const [oldest] = known.keys();
  if (known.size > maxHashes && oldest !== undefined) known.delete(oldest);
}

export function dropHash(id: string): void {
  hashes.delete(id);
}
