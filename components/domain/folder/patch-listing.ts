import type { FileEntry, FolderChange, FolderListing } from "@/lib/contracts/file";
import { isFolder } from "@/components/domain/entry/sort-rows";

type Patch = Extract<FolderChange, { upsert: unknown }>;

/**
 * Puts a change of the folder into its listing: entries keep their place, new ones go to the end. One pass. What is as it was stays the very same
 * object, an entry or the whole listing, so that nothing is drawn anew for it.
 */
export function patchListing(
  listing: FolderListing,
  patch: Patch,
): { listing: FolderListing; appeared: string[]; removed: string[] } {
  const fresh = new Map(patch.upsert.map((entry) => [entry.name, entry]));
  const gone = new Set(patch.removed.filter((name) => !fresh.has(name)));
  const removed: string[] = [];
  const known = new Set<string>();
  let isChanged = false;

  const kept = (entries: readonly FileEntry[], wantsFolders: boolean) => {
    const out: FileEntry[] = [];
    for (const entry of entries) {
      if (gone.has(entry.name)) {
        removed.push(entry.name);
        continue;
      }
      const update = fresh.get(entry.name);
      const isSame = update === undefined || isSameEntry(entry, update);
      isChanged ||= !isSame;
      if (update === undefined || isFolder(update) === wantsFolders) out.push(isSame ? entry : update);
      if (update !== undefined && isFolder(update) === wantsFolders) known.add(entry.name);
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
  const isAsItWas = !isChanged && removed.length === 0 && appeared.length === 0;
  return { listing: isAsItWas ? listing : { ...listing, folders, files }, appeared, removed };
}

function isSameEntry(one: FileEntry, other: FileEntry): boolean {
  const fields = ["kind", "size", "mtime", "mode"] as const;
  return (
    fields.every((field) => one[field] === other[field]) && JSON.stringify(one.link) === JSON.stringify(other.link)
  );
}
