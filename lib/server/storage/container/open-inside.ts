import { callLibc, cPath } from "@/lib/server/storage/local/sys/libc";
import { openFlags } from "@/lib/server/storage/local/sys/sys";

/** openat2(2), by its number: no libc has a function for it that could be counted on. The same on all processors. */
const SYS_openat2 = 437;
const O_CLOEXEC = 0o2000000;
const RESOLVE_NO_SYMLINKS = 0x04;
const RESOLVE_IN_ROOT = 0x10;
/** `struct open_how`: flags, mode, resolve. */
const howBytes = 24;

/**
 * Opens what is at an absolute path below an open folder, as if that were the root of everything. No link is followed, neither on the way nor at its end, so that
 * nothing that is swapped meanwhile leads anywhere else; what is a link fails with ELOOP. ENOSYS before Linux 5.6.
 */
export async function openInside(
  rootFd: number,
  path: string,
  flags: number = openFlags.placeNoFollow,
): Promise<number> {
  const how = Buffer.alloc(howBytes);
  how.writeBigUInt64LE(BigInt(flags | O_CLOEXEC), 0);
  how.writeBigUInt64LE(BigInt(RESOLVE_IN_ROOT | RESOLVE_NO_SYMLINKS), 16);
  return callLibc("syscall", SYS_openat2, rootFd, cPath(path), how, howBytes);
}
