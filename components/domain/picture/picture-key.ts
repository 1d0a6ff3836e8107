import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";

/** A large folder asks for each again and again. An entry is of one folder. */
const known = new WeakMap<FileEntry, { folder: VirtualPath; key: string }>();

/** Names a picture as it is now: one that was written anew is another. */
export function pictureKey(folder: VirtualPath, entry: FileEntry): string {
  const before = known.get(entry);
  if (before?.folder === folder) return before.key;
  const key = `${entry.mtime} ${entry.size} ${folder}/${entry.name}`;
  known.set(entry, { folder, key });
  return key;
}
