import type { VirtualPath } from "@/lib/shared/paths";
import type { FolderTraits } from "./noted-entries";
import type { AttributeChange } from "./attribute-change";
import type { Storage } from "./storage";

type Parts = Pick<Storage, "stat" | "can" | "createFolder" | "setAttributes">;

/** {@link Storage.folderTraits} of a storage that tells nothing but modes and owners. */
export async function traitsOver({ stat }: Pick<Storage, "stat">, path: VirtualPath): Promise<FolderTraits> {
  const { mode, uid, gid, mtimeMs } = await stat(path);
  return { mode, uid, gid, mtimeMs, xattrs: null };
}

/** {@link Storage.remakeFolder} by way of nothing but the interface. */
export async function remakeOver(storage: Parts, path: VirtualPath, traits: FolderTraits): Promise<boolean> {
  const { mode, uid, gid, mtimeMs } = traits;
  const { signal } = new AbortController();
  const set = (change: AttributeChange) =>
    storage.setAttributes(path, { change, recursive: false, signal }).then(
      ({ failureCount }) => failureCount === 0,
      () => false,
    );
  const hasModes = storage.can(path, "modes");
  await storage.createFolder(path, hasModes ? { maxMode: 0o700 } : {});
  if (!hasModes) return set({ mtimeMs });
  const made = await storage.stat(path);
  const isOwned = (made.uid === uid && made.gid === gid) || (await set({ owner: `${uid}`, group: `${gid}` }));
  const isDressed = await set({ mode: isOwned ? mode & 0o3777 : mode & 0o700 });
  await set({ mtimeMs });
  return isOwned && isDressed;
}
