import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { Conflict } from "@/lib/server/storage/storage";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { freeNames } from "@/lib/server/storage/free-names";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import { joinPlace } from "@/lib/server/storage/scope";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import type { Journal } from "./journal";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { callLibc, callLibcNow, cPath } from "@/lib/server/storage/local/sys/libc";
import { reservationMode } from "@/lib/server/storage/own-names";

/** An entry in an open folder. */
export type RelativeName = { fd: number; name: string };

export const noHardLinks = ["EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EMLINK"];

const pathOf = ({ fd, name }: RelativeName) => childPath(fd, name);

const RENAME_NOREPLACE = 1;
/** The kernel, the libc or the disk does not know how to rename without replacing. */
export const cannotRename = ["ENOSYS", "EINVAL", "ENOTSUP", "EOPNOTSUPP", "EPERM"];

/** In one step, whatever else happens to both names at that moment. False where that cannot be done. */
async function renameAtomically(from: RelativeName, to: RelativeName): Promise<boolean> {
  try {
    await callLibc("renameat2", from.fd, cPath(from.name), to.fd, cPath(to.name), RENAME_NOREPLACE);
    return true;
  } catch (error) {
    if (isErrno(error, ...cannotRename)) return false;
    throw error;
  }
}

/** {@link renameNoReplace} at once (quick-disks.ts); ENOSYS where it cannot be. */
export function renameNoReplaceNow(from: RelativeName, to: RelativeName): void {
  callLibcNow("renameat2", from.fd, cPath(from.name), to.fd, cPath(to.name), RENAME_NOREPLACE);
}

/**
 * Gives a file (or link, FIFO, socket) a new name that must be free: EEXIST otherwise. Where the disk cannot do it in one step, a hard
 * link is made first: then both names hold the whole file for a moment, and what takes the old one in between is lost.
 */
export async function renameNoReplace(from: RelativeName, to: RelativeName, journal: Noting | null): Promise<void> {
  if (await renameAtomically(from, to)) return;
  try {
    await sys.link(pathOf(from), pathOf(to));
  } catch (error) {
    if (!isErrno(error, ...noHardLinks)) throw error;
    return renameOverPlaceholder(from, to, journal);
  }
  await sys.unlink(pathOf(from));
}

type Noting = Pick<Journal, "recordPlaceholder">;

/** For disks without hard links (vfat, some network disks): an exclusive empty file reserves the name. */
export async function renameOverPlaceholder(
  from: RelativeName,
  to: RelativeName,
  journal: Noting | null,
): Promise<void> {
  const fd = await sys.open(pathOf(to), openFlags.createNew);
  let takeBack = async () => {};
  try {
    // After: what is not ours is in no line. A kill in between leaves an empty file, as without a journal.
    try {
      if (journal !== null) takeBack = await recordPlaceholder({ from, to, fd }, journal);
    } finally {
      await sys.close(fd);
    }
    await sys.rename(pathOf(from), pathOf(to));
  } catch (error) {
    const isGone = await sys.unlink(pathOf(to)).then(
      () => true,
      () => false,
    );
    if (isGone) await takeBack();
    throw error;
  }
  await takeBack();
}

async function recordPlaceholder(
  { from, to, fd }: { from: RelativeName; to: RelativeName; fd: number },
  journal: Noting,
): Promise<() => Promise<void>> {
  const placeOf = async (one: RelativeName) => joinPlace(await realPathOf(one.fd), one.name);
  // Of a folder without a path nothing can be found again.
  const found = await Promise.all([placeOf(to), placeOf(from), sys.fstat(fd)]).catch(() => null);
  if (found === null) return async () => {};
  const [realPath, source, { mtimeMs }] = found;
  return journal.recordPlaceholder({ realPath, madeMs: mtimeMs, from: source });
}

export type FolderMove = { from: RelativeName; to: RelativeName; toReal: string; journal: Journal };

/** {@link renameNoReplace} for folders. Where it takes two steps, an empty folder reserves the name, and rename(2) replaces an empty one atomically. */
export async function renameFolderNoReplace({ from, to, toReal, journal }: FolderMove): Promise<void> {
  if (await renameAtomically(from, to)) return;
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

type Committing = { conflict: Conflict; journal: Noting };

/** Moves a finished temporary file to its name and gives the name that it got. */
export async function commitFile(
  temporary: RelativeName,
  name: EntryName,
  { conflict, journal }: Committing,
): Promise<EntryName> {
  if (conflict === "replace") {
    await sys.rename(pathOf(temporary), childPath(temporary.fd, name));
    return name;
  }
  for (const candidate of freeNames(name)) {
    try {
      await renameNoReplace(temporary, { fd: temporary.fd, name: candidate }, journal);
      return candidate;
    } catch (error) {
      if (conflict === "fail" || !isErrno(error, "EEXIST")) throw error;
    }
  }
  throw new AppError("file/exists");
}

/** {@link commitFile} for whoever knows whether the name is free; where it is not after all, `free` is refused with EEXIST. */
export const namingOf = (temporary: RelativeName, name: EntryName, journal: Noting) => ({
  free: () => commitFile(temporary, name, { conflict: "fail", journal }),
  over: () => commitFile(temporary, name, { conflict: "replace", journal }),
});

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
