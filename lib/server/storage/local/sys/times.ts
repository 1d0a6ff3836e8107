import { randomInt } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { isErrno } from "./errno";
import type { FsPath } from "./fs-path";
import { sys } from "./sys";
import { callLibc, callLibcNow, cPath } from "./libc";

export type Times = Pick<BigIntStats, "atimeNs" | "mtimeNs">;

const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
const nsPerMs = 1_000_000n;
const nsPerSecond = 1_000_000_000n;

/** Sets an entry's times to the nanosecond (utimensat(2)); where that is missing to the microsecond, and not a link's. */
export async function setTimes(path: FsPath, times: Times, { follows }: { follows: boolean }): Promise<void> {
  const value = timesOf(times);
  try {
    await callLibc("utimensat", AT_FDCWD, cPath(path), value, follows ? 0 : AT_SYMLINK_NOFOLLOW);
  } catch (error) {
    if (!isErrno(error, "ENOSYS")) throw error;
    if (follows) await sys.utimes(path, Number(times.atimeNs) / 1e9, Number(times.mtimeNs) / 1e9);
  }
}

/** {@link setTimes} of an open file at once; ENOSYS where it cannot be. */
export function setTimesNow(fd: number, times: Times): void {
  callLibcNow("futimens", fd, timesOf(times));
}

/** Less than half a millisecond, so that it is the same one for all who count in those. */
const mostApartNs = 400_000;

/**
 * Sets when an open file was changed last. One that takes another's place gets some random nanoseconds more: disks give the number of a file that was replaced again, and with the same
 * time and length its ETag would be that of what stood there before.
 */
export async function setModified(fd: number, mtimeMs: number, { replaces }: { replaces: boolean }): Promise<void> {
  const accessedMs = Date.now();
  if (replaces) {
    const mtimeNs = BigInt(Math.round(mtimeMs)) * nsPerMs + BigInt(randomInt(1, mostApartNs));
    try {
      await callLibc("futimens", fd, timesOf({ atimeNs: BigInt(accessedMs) * nsPerMs, mtimeNs }));
      return;
    } catch (error) {
      if (!isErrno(error, "ENOSYS")) throw error;
    }
  }
  await sys.futimes(fd, accessedMs / 1000, mtimeMs / 1000);
}

function timesOf({ atimeNs, mtimeNs }: Times): Buffer {
  const value = Buffer.alloc(32);
  writeTime(value, 0, atimeNs);
  writeTime(value, 16, mtimeNs);
  return value;
}

/** struct timespec: the nanoseconds are never negative, also before 1970. */
function writeTime(value: Buffer, at: number, ns: bigint): void {
  const rest = ((ns % nsPerSecond) + nsPerSecond) % nsPerSecond;
  value.writeBigInt64LE((ns - rest) / nsPerSecond, at);
  value.writeBigInt64LE(rest, at + 8);
}
