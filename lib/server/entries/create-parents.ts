import { AppError, isAppError } from "@/lib/shared/errors";
import { levelsOf, maxPathLevels, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";

/**
 * Makes what is missing from the top down; folders that are there already are fine. `maxMode`: the last one's, of what it is a copy. Throws file/too-deep
 * before anything is made.
 */
export async function createParents(storage: Storage, path: VirtualPath, maxMode?: number): Promise<void> {
  const upwards: VirtualPath[] = [];
  for (let folder: VirtualPath | null = path; folder !== null; folder = parentOf(folder)) upwards.push(folder);
  const missing = upwards.slice(0, await countMissing(storage, upwards));
  if (missing.length > 0) assertNotTooDeep(path);
  for (const folder of missing.toReversed()) {
    try {
      await storage.createFolder(folder, folder === path && maxMode !== undefined ? { maxMode } : {});
    } catch (error) {
      // Another upload of the same tree was faster.
      if (!isAppError(error) || error.key !== "file/exists" || !(await isFolder(storage, folder))) throw error;
    }
  }
}

/** Before a folder is made. */
export function assertNotTooDeep(path: VirtualPath): void {
  if (levelsOf(path) > maxPathLevels) throw new AppError("file/too-deep", { max: maxPathLevels });
}

/** How many of them are not there, from the inside; mostly it is none or one. */
async function countMissing(storage: Storage, upwards: readonly VirtualPath[]): Promise<number> {
  let [least, most] = [0, upwards.length];
  while (least < most) {
    const index = least < 2 ? least : Math.floor((least + most) / 2);
    const folder = upwards[index];
    if (folder !== undefined && (await isFolder(storage, folder))) most = index;
    else least = index + 1;
  }
  return least;
}

/** Each folder is made once, and files wait for theirs. */
export function createFolderMaker(storage: Storage): (path: VirtualPath, maxMode?: number) => Promise<void> {
  const made = new Map<VirtualPath, Promise<void>>();
  return (path, maxMode) => {
    let ready = made.get(path);
    if (ready === undefined) {
      ready = createParents(storage, path, maxMode);
      made.set(path, ready);
    }
    return ready;
  };
}

async function isFolder(storage: Storage, path: VirtualPath): Promise<boolean> {
  try {
    return (await storage.stat(path)).kind === "folder";
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return false;
    throw error;
  }
}
