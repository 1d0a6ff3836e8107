import { isAppError } from "@/lib/shared/errors";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";

/** Makes what is missing from the top down; folders that are there already are fine. `maxMode`: the last one's, of what it is a copy. */
export async function createParents(storage: Storage, path: VirtualPath, maxMode?: number): Promise<void> {
  const missing: VirtualPath[] = [];
  for (
    let folder: VirtualPath | null = path;
    folder !== null && !(await isFolder(storage, folder));
    folder = parentOf(folder)
  )
    missing.push(folder);
  for (const folder of missing.toReversed()) {
    try {
      await storage.createFolder(folder, folder === path && maxMode !== undefined ? { maxMode } : {});
    } catch (error) {
      // Another upload of the same tree was faster.
      if (!isAppError(error) || error.key !== "file/exists" || !(await isFolder(storage, folder))) throw error;
    }
  }
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
