import type { VirtualPath } from "@/lib/shared/paths";
import { isErrno, toAppError } from "@/lib/server/storage/local/sys/errno";
import { childPath, fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import { isInMemory } from "@/lib/server/storage/local/sys/quick-disks";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { callLibc } from "@/lib/server/storage/local/sys/libc";

/** See {@link Storage.sync}. Where the kernel has no call for all of the disk, each file is synced. */
export async function syncTree(resolver: Resolver, path: VirtualPath): Promise<void> {
  const handle = await resolver.openHandle(path);
  try {
    const fd = await sys.open(`/proc/self/fd/${handle.fd}`, openFlags.folder);
    try {
      if (!(await syncVolume(fd))) await syncEach(fd);
    } finally {
      await closeQuietly(fd);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}

/**
 * Writes everything of the disk that an open file or folder is on (syncfs(2)): for thousands of files that is a hundredth of syncing
 * each. False where the call is missing; throws what the disk could not write since it was opened.
 */
async function syncVolume(fd: number): Promise<boolean> {
  try {
    await callLibc("syncfs", fd);
    return true;
  } catch (error) {
    if (isErrno(error, "ENOSYS")) return false;
    throw error;
  }
}

/** `name`: null for the folder itself. */
type Arrival = { to: { fd: number }; name: string | null };

/** Makes files of open folders durable, and their names. Throws what a disk could not write. */
export async function syncArrivals(arrivals: readonly Arrival[]): Promise<void> {
  const folders = new Set(arrivals.map(({ to }) => to));
  const isSynced = new Map<number, boolean>();
  for (const folder of folders) {
    const { dev } = await sys.fstat(folder.fd);
    const isDone = isSynced.get(dev) ?? (isInMemory(dev) || (await syncVolume(folder.fd)));
    isSynced.set(dev, isDone);
    if (isDone) continue;
    for (const { to, name } of arrivals) if (to === folder && name !== null) await syncFile(folder.fd, name);
    await syncFolder(folder.fd);
  }
}

async function syncFile(folderFd: number, name: string): Promise<void> {
  const path = childPath(folderFd, name);
  if (!(await sys.lstat(path)).isFile()) return;
  const fd = await sys.open(path, openFlags.read);
  try {
    await sys.fsync(fd);
  } finally {
    await closeQuietly(fd);
  }
}

async function syncEach(fd: number): Promise<void> {
  for (const raw of await sys.readdir(fd)) {
    const path = childPath(fd, fromLatin1(raw));
    const stats = await sys.lstat(path);
    if (!stats.isDirectory() && !stats.isFile()) continue;
    const child = await sys.open(path, stats.isDirectory() ? openFlags.folder : openFlags.read);
    try {
      if (stats.isDirectory()) await syncEach(child);
      else await sys.fsync(child);
    } finally {
      await closeQuietly(child);
    }
  }
  await syncFolder(fd);
}
