import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";

/** Opens a folder only if it is still the one that was recorded and not a link to another. */
export async function openRecorded(realPath: string): Promise<number | null> {
  const fd = await sys.open(toFsPath(realPath), openFlags.folder);
  if ((await realPathOf(fd).catch(() => "")) === realPath) return fd;
  await closeQuietly(fd);
  return null;
}

export function nameOfHost(realPath: string): string {
  return realPath.slice(realPath.lastIndexOf("/") + 1);
}

/** What was recorded vanished, or became something else. */
export function isGone(error: unknown): boolean {
  return isErrno(error, "ENOENT", "ENOTDIR", "ELOOP");
}
