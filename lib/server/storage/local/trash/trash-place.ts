import { constants } from "node:fs";
import { readFile } from "node:fs/promises";
import { AppError } from "@/lib/shared/errors";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath, parentOfHost, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import { syncPlace } from "@/lib/server/storage/local/journal/place-entry";
import type { WatchedPlaces } from "@/lib/server/storage/known-places";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isOwnFolder, trashName } from "@/lib/server/storage/own-names";
import { splitTrashFolder } from "@/lib/server/storage/trash-folder";

const { W_OK, X_OK } = constants;
const bases = new WeakMap<Resolver, Map<string, Promise<string>>>();

/**
 * The topmost folder of the actor's root from which a rename reaches the place: the same device and the same mount (a bind
 * mount has the device's number, but renaming into it fails). Throws trash/unavailable when no trash can be there.
 */
export function findTrashBase(resolver: Resolver, handle: Handle): Promise<string> {
  // Deleting ten thousand entries of a folder asks ten thousand times; a resolver lives for seconds only.
  const known = bases.get(resolver) ?? new Map<string, Promise<string>>();
  bases.set(resolver, known);
  const found = known.get(handle.real) ?? lookForBase(resolver, handle);
  known.set(handle.real, found);
  found.catch(() => known.delete(handle.real));
  return found;
}

async function lookForBase(resolver: Resolver, handle: Handle): Promise<string> {
  const rootDir = await resolver.rootDirOf(handle);
  if (rootDir === null) throw new AppError("trash/unavailable");
  const volume = await volumeOf(handle.fd);
  let base = handle.real;
  while (base !== rootDir) {
    const parent = parentOfHost(base);
    if (!(await isOnVolume(parent, volume))) break;
    base = parent;
  }
  if (!(await canHoldTrash(base))) throw new AppError("trash/unavailable");
  await resolver.known.lookAtOwn(joinPlace(base, trashName));
  return base;
}

/** Device and mount of an open descriptor (proc(5), fdinfo). */
async function volumeOf(fd: number): Promise<string> {
  const [{ dev }, info] = await Promise.all([
    sys.fstatBig(fd),
    readFile(fdPath(fd).replace("/fd/", "/fdinfo/"), "latin1"),
  ]);
  return `${dev} ${/^mnt_id:\s*(\d+)/m.exec(info)?.[1] ?? ""}`;
}

async function isOnVolume(folder: string, volume: string): Promise<boolean> {
  const fd = await sys.open(toFsPath(folder), openFlags.folderPlaceNoFollow).catch(() => null);
  if (fd === null) return false;
  try {
    return (await realPathOf(fd)) === folder && (await volumeOf(fd)) === volume;
  } catch {
    return false; // not to be looked at: then nothing is put there either
  } finally {
    await closeQuietly(fd);
  }
}

async function canHoldTrash(base: string): Promise<boolean> {
  const stats = await sys.lstatIfAny(toFsPath(joinPlace(base, trashName)));
  if (stats !== null) return isOwnFolder(stats);
  return sys.access(toFsPath(base), W_OK | X_OK).then(
    () => true,
    () => false,
  );
}

type Opened = { fd: number; real: string };

/** Opens an entry's folder in a trash if it is really there and ours. The caller closes it. */
export async function openTrashFolder(folder: string): Promise<Opened> {
  const { base, names } = splitTrashFolder(folder);
  const fd = await sys.open(toFsPath(folder), openFlags.folderNoFollow);
  try {
    const trash = await sys.lstat(toFsPath(joinPlace(base, names[0])));
    if ((await realPathOf(fd)) !== folder || !isOwnFolder(trash)) throw new AppError("trash/gone");
    return { fd, real: folder };
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

const triesToMake = 3;

/** Makes an entry's own folder in a trash, readable by nobody else. The caller closes it. */
export async function makeTrashFolder(folder: string, known: WatchedPlaces): Promise<Opened> {
  for (let triesLeft = triesToMake; ; triesLeft--) {
    try {
      const made = await makeOnce(folder);
      const { base } = splitTrashFolder(folder);
      await known.lookAtOwn(joinPlace(base, trashName));
      return made;
    } catch (error) {
      // The last entry of the trash may just have left, and the empty folders with it.
      if (!isErrno(error, "ENOENT") || triesLeft === 0) throw error;
    }
  }
}

async function makeOnce(folder: string): Promise<Opened> {
  const { base, names } = splitTrashFolder(folder);
  let fd = await sys.open(toFsPath(base), openFlags.folderPlaceNoFollow);
  try {
    for (const [depth, name] of names.entries()) {
      const isNew = await sys.mkdir(childPath(fd, name), 0o700).then(
        () => true,
        (error: unknown) => {
          if (isErrno(error, "EEXIST") && depth < 2) return false;
          throw isErrno(error, "EACCES", "EPERM", "ENOSPC", "EDQUOT") ? new AppError("trash/unavailable") : error;
        },
      );
      if (isNew) await syncPlace(fd);
      const inner = await sys.open(childPath(fd, name), openFlags.folderNoFollow);
      await closeQuietly(fd);
      fd = inner;
      if (!isOwnFolder(await sys.fstat(fd))) throw new AppError("trash/unavailable");
    }
    if ((await realPathOf(fd)) !== folder) throw new AppError("trash/unavailable");
    return { fd, real: folder };
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

/**
 * Removes an entry's folder in a trash once it is empty, and its owner's after the last one. The trash itself stays: it shows
 * that the volume is there.
 */
export async function removeTrashFolder(folder: string): Promise<void> {
  const { base, names } = splitTrashFolder(folder);
  for (let depth = names.length; depth > 1; depth--) {
    const path = names.slice(0, depth).reduce(joinPlace, base);
    try {
      await sys.rmdir(toFsPath(path));
    } catch (error) {
      if (isErrno(error, "ENOENT")) continue;
      if (isErrno(error, "ENOTEMPTY", "EEXIST")) return;
      throw error;
    }
  }
}
