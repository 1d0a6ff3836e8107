import type { FileEntry, FolderChange, FolderListing } from "@/lib/contracts/file";
import { isFolder } from "@/components/domain/entry/sort-rows";

type Patch = Extract<FolderChange, { upsert: unknown }>;

/** Puts a change of the folder into its listing: entries keep their place, new ones go to the end. One pass. */
export function patchListing(
  listing: FolderListing,
  patch: Patch,
): { listing: FolderListing; appeared: string[]; removed: string[] } {
  const fresh = new Map(patch.upsert.map((entry) => [entry.name, entry]));
  const gone = new Set(patch.removed.filter((name) => !fresh.has(name)));
  const removed: string[] = [];
  const known = new Set<string>();

  const kept = (entries: readonly FileEntry[], wantsFolders: boolean) => {
    const out: FileEntry[] = [];
    for (const entry of entries) {
      if (gone.has(entry.name)) {
        removed.push(entry.name);
        continue;
      }
      const update = fresh.get(entry.name);
      if (update === undefined) out.push(entry);
      else if (isFolder(update) === wantsFolders) {
        known.add(entry.name);
        out.push(update);
      }
    }
    return out;
  };

  const folders = kept(listing.folders, true);
  const files = kept(listing.files, false);
  const appeared: string[] = [];
  for (const entry of fresh.values()) {
    if (known.has(entry.name)) continue;
    (isFolder(entry) ? folders : files).push(entry);
    appeared.push(entry.name);
  }
  return { listing: { ...listing, folders, files }, appeared, removed };
}
