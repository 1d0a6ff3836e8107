import type { BigIntStats } from "node:fs";
import { asDate, statOf } from "@/lib/server/storage/local/resolve/entries";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import { isInMemory } from "@/lib/server/storage/local/sys/quick-disks";
import type { Location } from "@/lib/server/storage/local/resolve/resolver";
import { fill, hasSameBytes } from "./same-bytes";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { filled, type SparsePiece } from "@/lib/server/storage/holes";
import { createReader } from "./write-chunks";

/** FAT keeps times to two seconds. It only says which files are worth comparing. */
const timeToleranceMs = 2_000;

type Standing = { fd: number; stats: BigIntStats };
/** What was to be written: with which time, and how to tell whether an open file holds its bytes. */
export type Wanted = { mtimeMs: number; isIn: (standing: Standing) => Promise<boolean> };

/** Before 1980 (FAT) and behind 2038 (32 bits) a disk may keep the nearest time that it can: then the bytes decide. */
const [firstMs, lastMs] = [Date.UTC(1980, 0, 2), 0x7fff_ffff * 1000];

function mayBeFrom(keptMs: number, wantedMs: number): boolean {
  const isNear = Math.abs(keptMs - wantedMs) < timeToleranceMs;
  return isNear || (wantedMs < keptMs && keptMs <= firstMs) || (wantedMs > keptMs && keptMs >= lastMs);
}

/**
 * The file of a location's name, if it is the very one that was to be written there: it came, and whoever sent it was not told. Null
 * for another, for anything but a regular file, and where there is none. Durable when it is given.
 */
export async function findSame(
  location: Location,
  { mtimeMs, isIn }: Wanted,
): Promise<ReturnType<typeof statOf> | null> {
  const fd = await sys.open(childPath(location.fd, location.name), openFlags.readOnlyNoWait).catch(nullIfNoFile);
  if (fd === null) return null;
  try {
    const stats = await sys.fstatBig(fd);
    const isLikely = stats.isFile() && mayBeFrom(Number(stats.mtimeNs) / 1e6, asDate(mtimeMs));
    if (!isLikely || !(await isIn({ fd, stats }))) return null;
    // A kill between the rename and this leaves the name to luck.
    if (!isInMemory(Number(stats.dev))) await syncFolder(location.fd);
    return statOf(stats, location.name, true);
  } finally {
    await closeQuietly(fd);
  }
}

function nullIfNoFile(error: unknown): null {
  if (isErrno(error, "ENOENT", "ELOOP", "ENXIO", "EISDIR", "EACCES")) return null;
  throw error;
}

/** Whether a file holds what another open one does. */
export async function holdsFile({ fd, stats }: Standing, other: number, signal?: AbortSignal): Promise<boolean> {
  const sizeBytes = Number(stats.size);
  if ((await sys.fstatBig(other)).size !== stats.size) return false;
  return hasSameBytes([fd, other], { sizeBytes, signal: signal ?? new AbortController().signal });
}

/**
 * Whether a file holds what a source gives: compared as it comes, up to the first difference, at the price of reading the file once.
 * Throws request/cancelled when the source breaks off.
 */
export async function holdsSource(
  { fd, stats }: Standing,
  source: AsyncIterable<SparsePiece>,
  signal?: AbortSignal,
): Promise<boolean> {
  const reader = createReader(filled(source), signal);
  let at = 0;
  let isSame = false;
  try {
    for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
      const there = Buffer.allocUnsafeSlow(chunk.byteLength);
      const got = await fill(fd, there, at);
      if (got < chunk.byteLength || !there.equals(chunk)) return false;
      at += chunk.byteLength;
    }
    isSame = at === Number(stats.size);
    return isSame;
  } finally {
    if (!isSame) reader.stop();
    reader.release();
  }
}
