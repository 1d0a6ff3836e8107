import { AppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import { fittingName, freeNames } from "@/lib/server/storage/free-names";
import type { FolderReader } from "@/lib/server/storage/folder-reader";
import type { Entry, Storage } from "@/lib/server/storage/storage";
import { tellUnread, type OnUnread } from "./unread";

export type Packed = { path: VirtualPath; name: string; entry: Entry };

/** Entries that follow each other in an archive: with thousands of small files a step for each would cost more than the file. */
export type PackedGroup = {
  entries: readonly Packed[];
  /** Of the folder that holds them all, until the next group is asked for; null for those that were named themselves. */
  folder: FolderReader | null;
};

/** A megabyte of small files at most, read in less than half a millisecond when they are in memory. */
const groupSize = 16;

type Walk = {
  signal: AbortSignal;
  /** Whether names are text to the format, and not the bytes that they are. */
  isUtf8Only: boolean;
  /** Told of folders that cannot be read. Without it they end the walk. */
  onUnread?: OnUnread | undefined;
};

/**
 * The entries and everything below them, each with its name in an archive: a folder, then its files and links, then the
 * folders in it. Of two of one name from different folders, or of two that are the same once they are text, the second gets a number; one that is named twice
 * is there once.
 */
export async function* walkEntries(
  storage: Storage,
  files: readonly VirtualPath[],
  { signal, isUtf8Only, onUnread }: Walk,
): AsyncGenerator<PackedGroup, void, undefined> {
  const pace = createPace();
  const freeName = createFreeNames();
  for (const file of new Set(files)) {
    const own = nameOf(file);
    const name = freeName(isUtf8Only ? asText(own) : own);
    const waiting: Packed[] = [{ path: file, name, entry: await storage.entry(file) }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await pace();
      signal.throwIfAborted();
      yield { entries: [next], folder: null };
      if (next.entry.kind !== "folder") continue;
      yield* walkFolder(next, { storage, signal, isUtf8Only, onUnread, onFolders: (found) => waiting.push(...found) });
    }
  }
}

type Inside = Walk & { storage: Storage; onFolders: (folders: readonly Packed[]) => void };

async function* walkFolder(
  { path, name }: Packed,
  { storage, signal, isUtf8Only, onUnread, onFolders }: Inside,
): AsyncGenerator<PackedGroup, void, undefined> {
  const shown = isUtf8Only ? createShownNames() : sameName;
  const failed = (error: unknown) => tellUnread({ path, name }, error, onUnread);
  const folder = await storage.readFolder(path).catch(failed);
  if (folder === undefined) return;
  const pages = storage.list(path, signal)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const page = await pages.next().catch(failed);
      if (page === undefined || page.done === true) return;
      const inside = page.value.map((entry) => ({
        path: joinVirtualPath(path, entry.name),
        name: `${name}/${shown(entry.name)}`,
        entry,
      }));
      const [folders, others] = [inside.filter(isFolder), inside.filter((packed) => !isFolder(packed))];
      onFolders(folders);
      for (let from = 0; from < others.length; from += groupSize) {
        signal.throwIfAborted();
        yield { entries: others.slice(from, from + groupSize), folder };
      }
    }
  } finally {
    // Whoever has enough in the middle of it keeps no folder open.
    await pages.return?.();
    await folder.close();
  }
}

const sameName = (name: EntryName): string => name;
/** Stands in a text for bytes that are none. */
const replacement = "\uFFFD";

/** A sign takes three bytes, and the byte that it stands for one. */
function asText(name: EntryName): EntryName {
  return name.isWellFormed() ? name : fittingName(name.toWellFormed());
}

/** Of the entries of a folder, as text. Only of what has a sign for no text two can be the same: the others are not held. */
function createShownNames(): (name: EntryName) => string {
  const freeName = createFreeNames();
  return (name) => {
    const shown = asText(name);
    return shown.includes(replacement) ? freeName(shown) : shown;
  };
}

/** Gives each the name that it wants, or the next number of it. */
export function createFreeNames(): (wanted: string) => string {
  const taken = new Set<string>();
  /** Of a name that was wanted more than once: where its numbers go on. */
  const numbers = new Map<string, Iterator<EntryName, void>>();
  return (wanted) => {
    let name: string = wanted;
    while (taken.has(name)) {
      if (!isEntryName(wanted)) throw new AppError("file/name-invalid");
      const more = numbers.get(wanted) ?? freeNames(wanted);
      numbers.set(wanted, more);
      const next = more.next();
      if (next.done === true) throw new AppError("file/exists");
      name = next.value;
    }
    taken.add(name);
    return name;
  };
}

function isFolder({ entry }: Packed): boolean {
  return entry.kind === "folder";
}
