import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import type { Entry, Storage } from "@/lib/server/storage/storage";

const maxNumber = 1_000;
const never = new AbortController().signal;

type Settling = { unfinished: VirtualPath; to: VirtualPath; title: string; storage: Storage };

/** Gives what was unpacked its name. The one entry of an archive needs no folder around it. */
export async function settle({ unfinished, to, title, storage }: Settling): Promise<void> {
  const entries: Entry[] = [];
  for await (const page of storage.list(unfinished)) {
    entries.push(...page);
    if (entries.length > 1) break;
  }
  const [only] = entries;
  if (only === undefined || entries.length > 1) return renameToFree(storage, unfinished, to, foldersOf(title));
  const names = only.kind === "folder" ? foldersOf(only.name) : freeNames(only.name);
  await renameToFree(storage, joinVirtualPath(unfinished, only.name), to, names);
  await removeUnfinished({ unfinished, to, title, storage }, { files: 0 });
}

/** Removes what was unpacked, so many files; where more are there, others have put theirs into it meanwhile, and it stays under its name. */
export async function removeUnfinished(settling: Settling, made: { files: number }): Promise<void> {
  const { unfinished, to, title, storage } = settling;
  const { files } = await storage.measure(unfinished, never);
  if (files > made.files) await renameToFree(storage, unfinished, to, foldersOf(title));
  else await storage.remove(unfinished, { signal: never });
}

/** A folder's name has no extension to keep at its end. */
function* foldersOf(wanted: string): Generator<EntryName, void> {
  for (let number = 1; number <= maxNumber; number++) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (!isEntryName(name)) throw new AppError("file/name-too-long");
    yield name;
  }
}

async function renameToFree(
  storage: Storage,
  from: VirtualPath,
  to: VirtualPath,
  names: Iterable<EntryName>,
): Promise<void> {
  for (const name of names) {
    try {
      await storage.rename(from, joinVirtualPath(to, name));
      return;
    } catch (error) {
      if (!isAppError(error) || error.key !== "file/exists") throw error;
    }
  }
  throw new AppError("file/exists");
}
