import { isErrno } from "./errno";
import { callLibc } from "./libc";

/** `fcntl.h`, x86-64 and arm64. */
const F_OFD_GETLK = 36;
const F_OFD_SETLK = 37;
const F_WRLCK = 1;
const F_UNLCK = 2;

/**
 * Takes the lock on one byte of an open file, which need not be that long. It belongs to the descriptor (fcntl(2), "open file description
 * locks"): the kernel gives it up when that is closed, however the process ends, and tells of it in every container of the machine.
 * False where somebody has it, or where the disk or the platform has no such locks.
 */
export async function lockByte(fd: number, at: bigint): Promise<boolean> {
  try {
    await callLibc("fcntl", fd, F_OFD_SETLK, byteAt(at));
    return true;
  } catch (error) {
    if (isErrno(error, "EAGAIN", "EACCES", ...none)) return false;
    throw error;
  }
}

/** Whether another descriptor has the lock on a byte; null where that cannot be told. */
export async function isByteLocked(fd: number, at: bigint): Promise<boolean | null> {
  const lock = byteAt(at);
  try {
    await callLibc("fcntl", fd, F_OFD_GETLK, lock);
    return lock.readInt16LE(0) !== F_UNLCK;
  } catch (error) {
    if (isErrno(error, ...none)) return null;
    throw error;
  }
}

const none = ["ENOSYS", "EINVAL", "ENOLCK", "EOPNOTSUPP", "ENOTSUP"];

/** struct flock: type, whence (the beginning), start, length; the process id stays 0. */
function byteAt(at: bigint): Buffer {
  const lock = Buffer.alloc(32);
  lock.writeInt16LE(F_WRLCK, 0);
  lock.writeBigInt64LE(at, 8);
  lock.writeBigInt64LE(1n, 16);
  return lock;
}
