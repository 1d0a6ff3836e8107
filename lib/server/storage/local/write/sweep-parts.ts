import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, parentOfHost, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isUnfinishedFile } from "@/lib/server/storage/own-names";

/**
 * Removes the part of an upload whose time is over, wherever its owner's rights are gone to. Only a file that has the name of
 * a part, in a folder that is still the one where it was made. Whether it is gone.
 */
export async function sweepPart(place: string): Promise<boolean> {
  const folder = parentOfHost(place);
  const name = place.slice(place.lastIndexOf("/") + 1);
  if (!isUnfinishedFile(name)) return true;
  let fd: number | null = null;
  try {
    fd = await sys.open(toFsPath(folder), openFlags.folder);
    if ((await realPathOf(fd)) !== folder) return true;
    const path = childPath(fd, name);
    if ((await sys.lstat(path)).isFile()) await sys.unlink(path);
    return true;
  } catch (error) {
    return isErrno(error, "ENOENT", "ENOTDIR", "ELOOP");
  } finally {
    if (fd !== null) await closeQuietly(fd);
  }
}
