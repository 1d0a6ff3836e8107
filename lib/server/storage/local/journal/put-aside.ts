import type { EntryName } from "@/lib/shared/paths";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fromLatin1, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { noHardLinks, renameNoReplace, syncFolder, type RelativeName } from "./place-entry";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";

/** How something got a place in the trash: under both names, moved there, or not at all because the disk cannot. */
export type Way = "linked" | "moved" | "none";

/**
 * Gives a file or link a free name in a trash, durably, and leaves it the one that it has where the disk has hard links. Elsewhere
 * it moves there, if it `mayMove`. Nothing has a place where nothing is left to keep.
 */
export async function putAside(from: RelativeName, to: RelativeName, mayMove: boolean): Promise<Way> {
  // Who replaces the entry at this very moment leaves the name to another, while link(2) still holds one that has none any more.
  for (let tries = 1; ; tries++) {
    try {
      return await putOnce(from, to, mayMove);
    } catch (error) {
      if (!isErrno(error, "ENOENT")) throw error;
      if ((await sys.lstatIfAny(childPath(from.fd, from.name))) === null) return "none";
      if (tries === mostTries) throw error;
    }
  }
}

const mostTries = 10;

async function putOnce(from: RelativeName, to: RelativeName, mayMove: boolean): Promise<Way> {
  const paths = [childPath(from.fd, from.name), childPath(to.fd, to.name)] as const;
  let way: Way = "linked";
  try {
    await sys.link(...paths);
  } catch (error) {
    if (!isErrno(error, ...noHardLinks, "EXDEV")) throw error;
    if (!mayMove) return "none";
    way = "moved";
    try {
      await sys.rename(...paths);
    } catch (failure) {
      // As in TrashStorage.put: some file systems of many disks cannot.
      if (!isErrno(failure, "EXDEV", "EBUSY", "EINVAL")) throw failure;
      return "none";
    }
  }
  try {
    await syncFolder(to.fd);
  } catch (error) {
    await takeBack(from, to, way);
    throw error;
  }
  return way;
}

/**
 * Undoes {@link putAside}. What cannot come back stays in the trash, and so does what has lost its own name: a rename that reports an
 * error may have gone through.
 */
export async function takeBack(from: RelativeName, kept: RelativeName, way: Way): Promise<void> {
  if (way === "linked" && (await areSame(from, kept).catch(() => false))) await letGo(kept);
  if (way === "moved") await renameNoReplace(kept, from, null).catch(() => {}); // its name is another's meanwhile
}

/** Removes from the trash what is `linked`, whoever has its old name: another program that replaced or renamed it has done so itself. */
export async function letGo(kept: RelativeName): Promise<void> {
  await sys.unlink(childPath(kept.fd, kept.name)).catch(() => {}); // then it is there twice
}

async function areSame(from: RelativeName, kept: RelativeName): Promise<boolean> {
  const look = ({ fd, name }: RelativeName) => sys.lstatBigIfAny(childPath(fd, name));
  const [one, other] = await Promise.all([look(from), look(kept)]);
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino;
}

/** Opens a folder below an open one, and makes it where it is missing. The caller closes it. */
export async function openFolders(fd: number, names: readonly EntryName[]): Promise<number> {
  let current: number | null = null;
  for (const name of names) {
    const parent: number = current ?? fd;
    try {
      current = await openOrMake(parent, name);
    } finally {
      if (parent !== fd) await closeQuietly(parent);
    }
  }
  return current ?? fd;
}

async function openOrMake(parent: number, name: EntryName): Promise<number> {
  const path = childPath(parent, name);
  try {
    return await sys.open(path, openFlags.folderNoFollow);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
  await sys.mkdir(path).catch((error: unknown) => {
    if (!isErrno(error, "EEXIST")) throw error; // another of the same folder was faster
  });
  await syncFolder(parent);
  return sys.open(path, openFlags.folderNoFollow);
}

/**
 * Removes from a trash what is at its old place as well: the same file under two names, and folders with nothing else in them.
 * A kill leaves that between the two steps that keep what is replaced, or that bring something back.
 */
export async function dropDoubles(kept: RelativeName, hostPath: string): Promise<void> {
  if ((await sys.lstatIfAny(toFsPath(hostPath))) === null) return;
  const path = childPath(kept.fd, kept.name);
  const [one, other] = await Promise.all([sys.lstatBig(path), sys.lstatBig(toFsPath(hostPath))]);
  if (!one.isDirectory()) {
    if (one.dev === other.dev && one.ino === other.ino) await sys.unlink(path);
    return;
  }
  if (!other.isDirectory()) return;
  const fd = await sys.open(path, openFlags.folderNoFollow);
  try {
    for (const raw of await sys.readdir(fd)) {
      const name = fromLatin1(raw);
      await dropDoubles({ fd, name }, joinPlace(hostPath, name));
    }
  } finally {
    await closeQuietly(fd);
  }
  await sys.rmdir(path).catch((error: unknown) => {
    if (!isErrno(error, "ENOTEMPTY", "EEXIST")) throw error;
  });
}
