import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import {
  joinVirtualPath,
  nameOf,
  parentOf,
  splitVirtualPath,
  type EntryName,
  type VirtualPath,
} from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import type { Storage } from "@/lib/server/storage/storage";
import type { OpenShare } from "./open-share";

/** What says that something has the name already, or that something is not for the share's owner. */
const obstacles: ReadonlySet<string> = new Set<ErrorKey>([
  "file/exists",
  "file/not-found",
  "file/not-folder",
  "file/read-only",
  "file/access-denied",
  "file/out-of-scope",
  "file/protected",
  "file/link-outside",
  "file/special",
  "file/too-many-links",
]);
const maxTries = 20;

/**
 * Where a visitor's file goes in a drop box, in folders that are made where they are missing. Whatever else has the name of one of them, the next free name is taken, as it is
 * for a file: a refusal would tell what is in the box, or what its owner is denied there. `made` gets those that it made.
 */
export async function findDropPlace(
  { storage, mayWrite }: Pick<OpenShare, "storage" | "mayWrite">,
  box: VirtualPath,
  wanted: VirtualPath,
  made: VirtualPath[],
): Promise<VirtualPath> {
  let folder = box;
  const names = splitVirtualPath(parentOf(wanted) ?? box).segments.slice(splitVirtualPath(box).segments.length);
  for (const name of names) folder = await enter(storage, { parent: folder, name, made });
  const place = await storage.placeOf(folder);
  let tries = 0;
  for (const free of freeNames(nameOf(wanted)))
    if (mayWrite(`${place}/${free}`) || ++tries > maxTries) return joinVirtualPath(folder, free);
  return wanted;
}

type Entering = { parent: VirtualPath; name: EntryName; made: VirtualPath[] };

async function enter(storage: Storage, { parent, name, made }: Entering): Promise<VirtualPath> {
  let refusal: unknown = null;
  let tries = 0;
  for (const free of freeNames(name)) {
    if (++tries > maxTries) break;
    const path = joinVirtualPath(parent, free);
    if (await isOpenFolder(storage, path)) return path;
    try {
      await storage.createFolder(path);
      made.push(path);
      return path;
    } catch (error) {
      if (!isObstacle(error)) throw error;
      // Another upload of the same tree was faster.
      if (await isOpenFolder(storage, path)) return path;
      refusal ??= error;
    }
  }
  throw refusal;
}

async function isOpenFolder(storage: Storage, path: VirtualPath): Promise<boolean> {
  try {
    const { kind, writable } = await storage.stat(path);
    return kind === "folder" && writable;
  } catch (error) {
    if (isObstacle(error)) return false;
    throw error;
  }
}

function isObstacle(error: unknown): boolean {
  return isAppError(error) && obstacles.has(error.key);
}
