import type { Met } from "@/lib/contracts/task";
import type { DroppedEntries } from "./dropped-entries";

/** A file of the computer with the folders above it, as it was dropped or chosen. */
type CollectedFile = { folders: readonly string[]; file: File };
export type Collected = { files: CollectedFile[]; emptyFolders: (readonly string[])[] };

/** A folder's children. Chromium gives a hundred at a time, so it is asked until nothing comes. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    for (const entry of batch) all.push(entry);
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/**
 * Everything below the entries but what has an ignored name below a folder: what was dropped itself was meant.
 * `onCount` hears of the files found so far.
 */
export async function collectEntries(
  { entries, loose }: DroppedEntries,
  isIgnored: (name: string) => boolean = () => false,
  onCount: (files: number) => void = () => {},
): Promise<Collected> {
  const found: Collected = { files: loose.map((file) => ({ folders: [], file })), emptyFolders: [] };
  // Depth first with a list of its own: a deep tree would overflow the call stack.
  const open = entries.map((entry) => ({ entry, folders: [] as readonly string[] }));
  while (open.length > 0) {
    const part = open.splice(-64);
    const below = await Promise.all(
      part.map(async ({ entry, folders }) => {
        if (isFileEntry(entry)) {
          found.files.push({ folders, file: await fileOf(entry) });
          return [];
        }
        if (!isFolderEntry(entry)) return [];
        const path = [...folders, entry.name];
        const children = await childrenOf(entry);
        if (children.length === 0) found.emptyFolders.push(path);
        return children.filter(({ name }) => !isIgnored(name)).map((child) => ({ entry: child, folders: path }));
      }),
    );
    for (const children of below) for (const child of children) open.push(child);
    onCount(found.files.length);
  }
  return found;
}

function isFileEntry(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolderEntry(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** The files of an `<input>`; with `webkitdirectory` each knows its folders. */
export function collectInput(files: FileList, isIgnored: (name: string) => boolean = () => false): Collected {
  const all = Array.from(files, (file) => ({ folders: file.webkitRelativePath.split("/").slice(0, -1), file }));
  const isWanted = ({ folders, file }: CollectedFile) =>
    folders.length === 0 || ![...folders.slice(1), file.name].some(isIgnored);
  return { files: all.filter(isWanted), emptyFolders: [] };
}

/** What the target folder will get directly, by name. A folder is as new as the newest file in it. */
export function topEntriesOf({ files, emptyFolders }: Collected): Map<string, Met> {
  const found = new Map<string, Met>();
  for (const { folders, file } of files) {
    const [folder] = folders;
    const { size, lastModified: mtime } = file;
    if (folder === undefined) found.set(file.name, { kind: "file", size, mtime });
    else found.set(folder, { kind: "folder", size: 0, mtime: Math.max(mtime, found.get(folder)?.mtime ?? 0) });
  }
  for (const [name] of emptyFolders)
    if (name !== undefined && !found.has(name)) found.set(name, { kind: "folder", size: 0, mtime: Date.now() });
  return found;
}
