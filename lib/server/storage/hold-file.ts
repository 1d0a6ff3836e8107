import { closeSync, openSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { isByteLocked, lockByte } from "./local/sys/file-locks";

const at = 0n;
const againMs = 100;

/**
 * Holds a file, which is made where it is missing, against every other process until the descriptor that it gives is closed or this one ends.
 * `taken`: another still had it when the time was over. Null where there are no such locks, or no room for the file.
 */
export async function holdFile(file: string, waitMs: number): Promise<number | "taken" | null> {
  const fd = open(file);
  if (fd === null) return null;
  const endMs = performance.now() + waitMs;
  for (;;) {
    if (await lockByte(fd, at).catch(() => false)) return fd;
    const isTaken = await isByteLocked(fd, at).catch(() => null);
    if (isTaken === true && performance.now() < endMs) {
      await wait(againMs);
      continue;
    }
    closeSync(fd);
    return isTaken === true ? "taken" : null;
  }
}

function open(file: string): number | null {
  try {
    return openSync(file, "a", 0o600);
  } catch {
    return null;
  }
}
