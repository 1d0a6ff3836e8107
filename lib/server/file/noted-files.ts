import type { VirtualPath } from "@/lib/shared/paths";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import type { Storage } from "@/lib/server/storage/storage";
import { isSavedFrom } from "@/lib/server/trash/saved-files";

const atOnce = 16;

/** What an entry was when it was noted: `id` stays when it is renamed; `stamp` does not when it is changed, and is null for what is no file. */
export type Noted = { id: string | null; stamp: string | null };

const unknown: Noted = { id: null, stamp: null };

/** Of each path; nothing of what is gone, or on a host, where every answer takes its time. */
export async function noteFiles(storage: Storage, paths: readonly VirtualPath[]): Promise<Noted[]> {
  const noted = paths.map(() => unknown);
  await eachParallel(paths, atOnce, async (path, index) => {
    if (storage.can(path, "disk")) noted[index] = await noteFile(storage, path);
  });
  return noted;
}

async function noteFile(storage: Storage, path: VirtualPath): Promise<Noted> {
  const details = await storage.details(path).catch(() => null); // whoever does something with it says why
  if (details === null) return unknown;
  const { kind, fileId, mtimeMs, sizeBytes } = details;
  return { id: fileId, stamp: kind === "file" ? `${mtimeMs} ${sizeBytes}` : null };
}

/** Whether another entry has the path by now; what an editor here has saved since is the same one. */
export async function isAnother(storage: Storage, path: VirtualPath, { id }: Pick<Noted, "id">): Promise<boolean> {
  if (id === null) return false;
  const now = await noteFile(storage, path);
  return now.id !== null && now.id !== id && !isSavedFrom(id, now.id);
}

/** Whether it is another one, or a file whose content somebody has changed since. */
export async function isChanged(storage: Storage, path: VirtualPath, { id, stamp }: Noted): Promise<boolean> {
  if (id === null && stamp === null) return false;
  const now = await noteFile(storage, path);
  if (now === unknown) return false;
  return now.stamp !== stamp || (id !== null && now.id !== null && now.id !== id);
}
