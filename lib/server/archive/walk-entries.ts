import { joinVirtualPath, nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { Entry, Storage } from "@/lib/server/storage/storage";

export type Packed = { path: VirtualPath; name: string; entry: Entry };

/** The entries and everything below them, each with its name in an archive: folders before what is in them, links as links. */
export async function* walkEntries(
  storage: Storage,
  files: readonly VirtualPath[],
  signal: AbortSignal,
): AsyncGenerator<Packed, void, undefined> {
  for (const file of files) {
    const waiting: Packed[] = [{ path: file, name: nameOf(file), entry: await storage.entry(file) }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      signal.throwIfAborted();
      yield next;
      if (next.entry.kind !== "folder") continue;
      for await (const page of storage.list(next.path, signal))
        for (const entry of page)
          waiting.push({ path: joinVirtualPath(next.path, entry.name), name: `${next.name}/${entry.name}`, entry });
    }
  }
}
