import { isEntryName, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Entry } from "@/lib/server/storage/storage";
import { findEntry } from "./entries";
import { throwIfAborted, toAppError } from "./errno";
import { eachParallel } from "./each-parallel";
import { fdPath, fromLatin1 } from "./fs-path";
import { accessToChild, type Place, type Resolver } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";
import { isTemporaryName } from "./temporary";

const firstPage = 200;
const pageSize = 1_000;
/** Enough to keep libuv's threads busy; more only fills its queue (docs/decisions/0002-listing.md). */
const parallel = 128;

/** Pages in byte order of the names. Memory: the names of the folder, and the stats of one page. */
export async function* listFolder(
  resolver: Resolver,
  path: VirtualPath,
  signal?: AbortSignal,
): AsyncGenerator<Entry[], void, undefined> {
  const folder = await resolver.openPlace(path, openFlags.folderPlace);
  try {
    const names = await sys.readdir(fdPath(folder.fd));
    const asksEach = !resolver.policy.isUniformBelow(folder.real);
    for (let index = 0; index < names.length;) {
      throwIfAborted(signal);
      const end = index + (index === 0 ? firstPage : pageSize);
      const page = await readPage(resolver, folder, names.slice(index, end), asksEach);
      index = end;
      if (page.length > 0) yield page;
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(folder.fd);
  }
}

async function readPage(resolver: Resolver, folder: Place, raw: string[], asksEach: boolean): Promise<Entry[]> {
  const names: EntryName[] = [];
  for (const text of raw) {
    const name = fromLatin1(text);
    if (!isEntryName(name) || isTemporaryName(name)) continue;
    if (!asksEach || accessToChild(resolver.policy, folder, name) !== "none") names.push(name);
  }
  const found: (Entry | null)[] = [];
  await eachParallel(names, parallel, async (name, index) => {
    found[index] = await findEntry(resolver.policy, folder, name);
  });
  return found.filter((entry) => entry !== null);
}
