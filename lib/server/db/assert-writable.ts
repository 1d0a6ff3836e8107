import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "./open-db";

/** Whoever asks for the server's health has no account, and may ask as often as they want. */
const keptMs = 5_000;
/** Whoever looks after the server waits for four seconds. */
const maxMs = 2_000;

const checks = new WeakMap<Db, { atMs: number; check: Promise<void> }>();

/** @throws `server/database-busy` where nobody could write into the database within two seconds. Asks it every five at most, and writes nothing. */
export function assertWritable(db: Db): Promise<void> {
  const last = checks.get(db);
  if (last !== undefined && performance.now() - last.atMs < keptMs) return last.check;
  const check = tryToBegin(db);
  checks.set(db, { atMs: performance.now(), check });
  return check;
}

async function tryToBegin(db: Db): Promise<void> {
  const over = new AbortController();
  const tooLong = sleep(maxMs, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new AppError("server/database-busy");
  });
  // A transaction has the write lock from its beginning.
  const begun = db.$transaction(async () => {});
  try {
    await Promise.race([begun, tooLong]);
  } finally {
    over.abort();
    for (const late of [begun, tooLong]) late.catch(() => {});
  }
}
