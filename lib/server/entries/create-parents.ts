import { AppError, isAppError } from "@/lib/shared/errors";
import { levelsOf, maxPathLevels, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";

/**
 * Makes what is missing from the top down; folders that are there already are fine. `maxMode`: the last one's, of what it is a copy. `made` gets those that it
 * made, also before a failure. Throws file/too-deep before anything is made.
 */
export async function createParents(
  storage: Storage,
  path: VirtualPath,
  { maxMode, made }: { maxMode?: number | undefined; made?: VirtualPath[] } = {},
): Promise<void> {
  for (const folder of await findMissing(storage, path))
    if (await createOne(storage, folder, folder === path ? maxMode : undefined)) made?.push(folder);
}

/**
 * {@link createParents} for folders that were there once: nobody knows any more who could look into them, and what they held may say nothing of that. They are closed to
 * all but the owner of the folder that they are in. Gives those that it made.
 */
export async function createClosedParents(storage: Storage, path: VirtualPath): Promise<VirtualPath[]> {
  const missing = await findMissing(storage, path);
  const made: VirtualPath[] = [];
  for (const folder of missing) {
    const hasModes = storage.can(folder, "modes");
    if (!(await createOne(storage, folder, hasModes ? 0o700 : undefined))) continue;
    made.push(folder);
    if (hasModes) await giveToOwnerAbove(storage, folder);
  }
  return made;
}

async function giveToOwnerAbove(storage: Storage, folder: VirtualPath): Promise<void> {
  const above = parentOf(folder);
  if (above === null) return;
  const [made, { uid, gid }] = await Promise.all([storage.stat(folder), storage.stat(above)]);
  if (made.uid === uid && made.gid === gid) return;
  const { signal } = new AbortController();
  const change = { owner: `${uid}`, group: `${gid}` };
  // Where the server, or the account on a host, may not: it is closed all the same.
  await storage.setAttributes(folder, { change, recursive: false, signal }).catch(() => undefined);
}

/** From the top down. */
async function findMissing(storage: Storage, path: VirtualPath): Promise<VirtualPath[]> {
  const upwards: VirtualPath[] = [];
  for (let folder: VirtualPath | null = path; folder !== null; folder = parentOf(folder)) upwards.push(folder);
  const missing = upwards.slice(0, await countMissing(storage, upwards));
  if (missing.length > 0) assertNotTooDeep(path);
  return missing.toReversed();
}

/** False where it is there by now. */
async function createOne(storage: Storage, folder: VirtualPath, maxMode: number | undefined): Promise<boolean> {
  try {
    await storage.createFolder(folder, maxMode === undefined ? {} : { maxMode });
    return true;
  } catch (error) {
    // Another upload of the same tree was faster.
    if (!isAppError(error) || error.key !== "file/exists" || !(await isFolder(storage, folder))) throw error;
    return false;
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
      ready = createParents(storage, path, { maxMode });
      made.set(path, ready);
    }
    return ready;
  };
}

export async function isFolder(storage: Storage, path: VirtualPath): Promise<boolean> {
  try {
    return (await storage.stat(path)).kind === "folder";
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return false;
    throw error;
  }
}
