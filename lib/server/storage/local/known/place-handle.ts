import { fdPath, fromLatin1, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { callLibc, cPath } from "@/lib/server/storage/local/sys/libc";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import { isWithin } from "@/lib/shared/paths";
import { parseMounts } from "@/lib/server/machine/parse-mounts";
import fs, { constants } from "node:fs";

/** `struct file_handle` (open_by_handle_at(2)): its length, its type, and at most so many bytes. */
const [headBytes, maxBytes] = [8, 128];
const O_PATH = 0o10000000;
const atFollow = 0x4_00;
const [here, unused] = [-100, 0];

/** The kernel's own name of a folder, which stays with it; null where the file system gives none. */
export async function handleOf(place: string): Promise<string | null> {
  const handle = Buffer.alloc(headBytes + maxBytes);
  handle.writeUInt32LE(maxBytes);
  try {
    await callLibc("name_to_handle_at", here, cPath(toFsPath(place)), handle, Buffer.alloc(8), atFollow);
    return handle.subarray(0, headBytes + handle.readUInt32LE()).toString("base64");
  } catch {
    return null;
  }
}

/** `unknown`: it may be anywhere. That takes CAP_DAC_READ_SEARCH, which a container mostly lacks, and a file system with such names. */
export type Found = { path: string } | "gone" | "unknown";

/** Where a folder is now. */
export async function findByHandle(handle: string | null, mountPlace: string): Promise<Found> {
  if (handle === null) return "unknown";
  const mount = await sys.open(toFsPath(mountPlace), constants.O_RDONLY | constants.O_DIRECTORY).catch(() => null);
  if (mount === null) return "unknown";
  try {
    const fd = await callLibc("open_by_handle_at", mount, Buffer.from(handle, "base64"), O_PATH | unused);
    try {
      const path = fromLatin1(await sys.readlink(fdPath(fd)));
      if (path.endsWith(" (deleted)")) return "gone";
      return path.startsWith("/") ? { path } : "unknown";
    } finally {
      await closeQuietly(fd);
    }
  } catch (error) {
    return isErrno(error, "ESTALE", "ENOENT") ? "gone" : "unknown";
  } finally {
    await closeQuietly(mount);
  }
}

/** Where the file system is mounted that a place is on. */
export function mountOf(place: string): string {
  try {
    const mounts = parseMounts(fs.readFileSync("/proc/self/mountinfo", "utf8"));
    return mounts.reduce(
      (found, mount) => (isWithin(place, mount.place) && mount.place.length >= found.length ? mount.place : found),
      "/",
    );
  } catch {
    return "/";
  }
}
