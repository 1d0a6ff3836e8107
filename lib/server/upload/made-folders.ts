import { isAppError } from "@/lib/shared/errors";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";
import type { UploadGate } from "./upload-gate";
import { findMakers, type MadeFolders } from "./upload-rows";

/**
 * How many of the innermost of these folders go with an upload that comes to nothing: those that were `made` for it, or for another that is not whole yet, of
 * which the last one takes them away.
 */
export async function countMade(
  gate: Pick<UploadGate, "db" | "owner">,
  folder: VirtualPath,
  made: readonly VirtualPath[],
): Promise<number> {
  const goes = new Set([...made, ...(await findMakers(gate)).flatMap(foldersOf)]);
  let count = 0;
  for (let one: VirtualPath | null = folder; one !== null && goes.has(one); one = parentOf(one)) count++;
  return count;
}

/** From the inside. */
function foldersOf({ folder, madeFolders }: Omit<MadeFolders, "createdAt">): VirtualPath[] {
  const folders: VirtualPath[] = [];
  for (let one: VirtualPath | null = folder; one !== null && folders.length < madeFolders; one = parentOf(one))
    folders.push(one);
  return folders;
}

/**
 * What was made for an upload that came to nothing; what something else has come into by now stays, with all above it, and so does a folder that somebody made
 * under the name since, as far as the disk keeps births.
 */
export async function dropMade(storage: Storage, made: MadeFolders): Promise<void> {
  await dropFolders(storage, foldersOf(made), made.createdAt);
}

/** From the inside, as far as they are empty, and none that was made after `until`. */
export async function dropFolders(storage: Storage, folders: readonly VirtualPath[], until?: Date): Promise<void> {
  try {
    for (const folder of folders) {
      const { birthtimeMs } = until === undefined ? { birthtimeMs: null } : await storage.details(folder);
      if (until !== undefined && birthtimeMs !== null && birthtimeMs > until.getTime()) return;
      await storage.removeEmptyFolder(folder);
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
}
