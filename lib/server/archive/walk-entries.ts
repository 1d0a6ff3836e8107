import { joinVirtualPath, nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { FolderReader } from "@/lib/server/storage/folder-reader";
import type { Entry, Storage } from "@/lib/server/storage/storage";

export type Packed = {
  path: VirtualPath;
  name: string;
  entry: Entry;
  /** Of the folder that holds it, until the next entry is asked for; null for those that were named themselves. */
  folder: FolderReader | null;
};

/**
 * The entries and everything below them, each with its name in an archive: a folder, then its files and links, then the
 * folders in it.
 */
export async function* walkEntries(
  storage: Storage,
  files: readonly VirtualPath[],
  signal: AbortSignal,
): AsyncGenerator<Packed, void, undefined> {
  for (const file of files) {
    const waiting: Packed[] = [{ path: file, name: nameOf(file), entry: await storage.entry(file), folder: null }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      signal.throwIfAborted();
      yield next;
      if (next.entry.kind !== "folder") continue;
      const folder = await storage.readFolder(next.path);
      try {
        for await (const page of storage.list(next.path, signal))
          for (const entry of page) {
            signal.throwIfAborted();
            const path = joinVirtualPath(next.path, entry.name);
            const name = `${next.name}/${entry.name}`;
            if (entry.kind === "folder") waiting.push({ path, name, entry, folder: null });
            else yield { path, name, entry, folder };
          }
      } finally {
        await folder.close();
      }
    }
  }
}
