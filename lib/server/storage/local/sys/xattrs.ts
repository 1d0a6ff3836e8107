import { isErrno } from "./errno";
import type { FsPath } from "./fs-path";
import { callLibc, callLibcNow, cPath } from "./libc";

/** xattr(7): neither the names nor a value can be larger. */
const maxBytes = 65_536;
/** No such call, no such disk, or not for us. */
const none = ["ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EPERM", "EACCES"];

/** The names of an entry's extended attributes; none where the disk has none. `follows`: of what a link leads to. */
export async function listXattrs(path: FsPath, { follows }: { follows: boolean }): Promise<string[]> {
  const place = cPath(path);
  const call = follows ? "listxattr" : "llistxattr";
  try {
    // Most entries have none: that is told without a buffer.
    if ((await callLibc(call, place, null, 0)) === 0) return [];
    const buffer = Buffer.allocUnsafeSlow(maxBytes);
    const length = await callLibc(call, place, buffer, buffer.length);
    return buffer
      .toString("latin1", 0, length)
      .split("\0")
      .filter((name) => name !== "");
  } catch (error) {
    if (isErrno(error, ...none)) return [];
    throw error;
  }
}

/** Whether an open file has any, at once (quick-disks.ts); ENOSYS where it cannot be. */
export function hasXattrsNow(fd: number): boolean {
  try {
    return callLibcNow("flistxattr", fd, null, 0) > 0;
  } catch (error) {
    if (isErrno(error, "ENOTSUP", "EOPNOTSUPP")) return false;
    throw error;
  }
}

/** Null where there is none of the name. */
export async function readXattr(path: FsPath, name: string, { follows }: { follows: boolean }): Promise<Buffer | null> {
  const buffer = Buffer.allocUnsafeSlow(maxBytes);
  try {
    const length = await callLibc(follows ? "getxattr" : "lgetxattr", cPath(path), cName(name), buffer, maxBytes);
    return Buffer.from(buffer.subarray(0, length));
  } catch (error) {
    if (isErrno(error, "ENODATA", ...none)) return null;
    throw error;
  }
}

/** Of the entry that the path leads to. */
export async function writeXattr(path: FsPath, name: string, value: Buffer): Promise<void> {
  await callLibc("setxattr", cPath(path), cName(name), value, value.length, 0);
}

export async function removeXattr(path: FsPath, name: string): Promise<void> {
  await callLibc("removexattr", cPath(path), cName(name));
}

function cName(name: string): Buffer {
  return Buffer.from(`${name}\0`, "latin1");
}
