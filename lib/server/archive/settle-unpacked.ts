import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";

const maxNumber = 1_000;
const never = new AbortController().signal;

type Settling = { unfinished: VirtualPath; to: VirtualPath; title: string; storage: Storage };

/** Gives what was unpacked its name. The one entry of an archive needs no folder around it. */
export async function settle({ unfinished, to, title, storage }: Settling): Promise<void> {
  const names: EntryName[] = [];
  for await (const page of storage.list(unfinished)) {
    names.push(...page.map(({ name }) => name));
    if (names.length > 1) break;
  }
  const [only] = names;
  if (only === undefined || names.length > 1) return renameToFree(storage, unfinished, to, title);
  await renameToFree(storage, joinVirtualPath(unfinished, only), to, only);
  await removeUnfinished(storage, unfinished);
}

export async function removeUnfinished(storage: Storage, path: VirtualPath): Promise<void> {
  await storage.remove(path, { signal: never });
}

async function renameToFree(storage: Storage, from: VirtualPath, to: VirtualPath, wanted: string): Promise<void> {
  for (let number = 1; number <= maxNumber; number++) {
    const name = number === 1 ? wanted : `${wanted} (${number})`;
    if (!isEntryName(name)) throw new AppError("file/name-too-long");
    try {
      await storage.rename(from, joinVirtualPath(to, name));
      return;
    } catch (error) {
      if (!isAppError(error) || error.key !== "file/exists") throw error;
    }
  }
  throw new AppError("file/exists");
}
