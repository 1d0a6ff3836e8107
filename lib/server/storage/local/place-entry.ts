import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { Conflict } from "@/lib/server/storage/storage";
import { isErrno } from "./errno";
import { freeNames } from "./free-names";
import { childPath, fdPath } from "./fs-path";
import type { Journal } from "./journal";
import { closeQuietly, openFlags, sys } from "./sys";
import { reservationMode } from "./temporary";

/** An entry in an open folder. */
export type Spot = { fd: number; name: string };

export const noHardLinks = ["EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EMLINK"];

const pathOf = ({ fd, name }: Spot) => childPath(fd, name);

/**
 * Gives a file (or link, FIFO, socket) a new name that must be free: EEXIST otherwise. A hard link is made first, because
 * rename(2) replaces and Node has no renameat2. In between both names hold the whole file.
 */
export async function renameNoReplace(from: Spot, to: Spot): Promise<void> {
  try {
    await sys.link(pathOf(from), pathOf(to));
  } catch (error) {
    if (!isErrno(error, ...noHardLinks)) throw error;
    return renameOverPlaceholder(from, to);
  }
  await sys.unlink(pathOf(from));
}

/** For disks without hard links (vfat, some network disks): an exclusive empty file reserves the name. */
async function renameOverPlaceholder(from: Spot, to: Spot): Promise<void> {
  await sys.close(await sys.open(pathOf(to), openFlags.createNew));
  try {
    await sys.rename(pathOf(from), pathOf(to));
  } catch (error) {
    await sys.unlink(pathOf(to)).catch(() => {});
    throw error;
  }
}

export type FolderMove = { from: Spot; to: Spot; toReal: string; journal: Journal };

/** {@link renameNoReplace} for folders: an empty folder reserves the name, and rename(2) replaces an empty one atomically. */
export async function renameFolderNoReplace({ from, to, toReal, journal }: FolderMove): Promise<void> {
  // Before: a kill at any moment after mkdir must find the line.
  await journal.recordReservation(toReal);
  await sys.mkdir(pathOf(to), reservationMode);
  try {
    await sys.rename(pathOf(from), pathOf(to));
  } catch (error) {
    await sys.rmdir(pathOf(to)).catch(() => {}); // somebody put a file there: then it is theirs
    throw error;
  }
}

/** Moves a finished temporary file to its name and gives the name that it got. */
export async function commitFile(temporary: Spot, name: EntryName, conflict: Conflict): Promise<EntryName> {
  if (conflict === "replace") {
    await sys.rename(pathOf(temporary), childPath(temporary.fd, name));
    return name;
  }
  for (const candidate of freeNames(name)) {
    try {
      await renameNoReplace(temporary, { fd: temporary.fd, name: candidate });
      return candidate;
    } catch (error) {
      if (conflict === "fail" || !isErrno(error, "EEXIST")) throw error;
    }
  }
  throw new AppError("file/exists");
}

/** Makes names in a folder durable. Some disks cannot sync a folder; then they have nothing to sync. */
export async function syncFolder(fd: number): Promise<void> {
  try {
    await sys.fsync(fd);
  } catch (error) {
    if (!isErrno(error, "EINVAL", "EBADF", "ENOTSUP", "EOPNOTSUPP", "EISDIR")) throw error;
  }
}

/** {@link syncFolder} for a folder held by an O_PATH descriptor. */
export async function syncPlace(fd: number): Promise<void> {
  const readable = await sys.open(fdPath(fd), openFlags.folder).catch(() => null);
  if (readable === null) return;
  try {
    await syncFolder(readable);
  } finally {
    await closeQuietly(readable);
  }
}
