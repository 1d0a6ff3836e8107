import { toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isByteLocked, lockByte } from "@/lib/server/storage/local/sys/file-locks";

/** One file for all runs that share a journal: each has the byte that its id names. It is never written to, and stays. */
const lockPath = (journalPath: string) => toFsPath(`${journalPath}.lock`);
/** Offsets have 63 bits. */
const byteOf = (run: string) => BigInt(`0x${run}`) >> 2n;

/**
 * Says by a lock that a run is at work, as long as the process lives: process ids mean nothing between containers, and one that was
 * killed keeps its id for a while. Gives the descriptor that holds it; null where there are no such locks.
 */
export async function holdRun(journalPath: string, run: string): Promise<number | null> {
  const fd = await sys.open(lockPath(journalPath), openFlags.lockFile, 0o600);
  try {
    if (await lockByte(fd, byteOf(run))) return fd;
  } catch {
    // Then it is known by its process.
  }
  await closeQuietly(fd);
  return null;
}

/** Whether a run that {@link holdRun} spoke for is at work; null where that cannot be told. */
export async function createRunQuestion(journalPath: string) {
  const fd = await sys.open(lockPath(journalPath), openFlags.lockFile, 0o600);
  return {
    isAtWork: (run: string): Promise<boolean | null> => isByteLocked(fd, byteOf(run)).catch(() => null),
    close: () => closeQuietly(fd),
  };
}
