import type { BigIntStats } from "node:fs";
import { isErrno } from "./errno";
import type { FsPath } from "./fs-path";
import { sys } from "./sys";
import { callLibc, callLibcNow, cPath } from "./libc";

export type Times = Pick<BigIntStats, "atimeNs" | "mtimeNs">;

const AT_FDCWD = -100;
const AT_SYMLINK_NOFOLLOW = 0x100;
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
