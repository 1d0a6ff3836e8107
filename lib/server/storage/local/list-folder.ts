import { isEntryName, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Entry } from "@/lib/server/storage/storage";
import { entryOf, findEntry } from "./entries";
import { throwIfAborted, toAppError } from "./errno";
import { eachParallel } from "./each-parallel";
import { childPath, fromLatin1 } from "./fs-path";
import { accessToChild, type Place, type Resolver } from "./resolver";
import { closeQuietly, lstatAll, openFlags, sys } from "./sys";
import { isTemporaryName } from "./temporary";

const firstPage = 200;
const pageSize = 1_000;
/** Enough to keep libuv's threads busy; more only fills its queue (docs/decisions/0002-listing.md). */
const parallel = 128;

/** Pages in byte order of the names. Memory: the names of the folder, and the stats of two pages. */
export async function* listFolder(
  resolver: Resolver,
  path: VirtualPath,
  signal?: AbortSignal,
): AsyncGenerator<Entry[], void, undefined> {
  const folder = await resolver.openPlace(path, openFlags.folderPlace);
  let ahead: Promise<Entry[]> = Promise.resolve([]);
  try {
    const names = await sys.readdir(folder.fd);
    const asksEach = !resolver.policy.isUniformBelow(folder.real);
    const read = (from: number, to: number) => {
      ahead = readPage(resolver, folder, names.slice(from, to), asksEach);
      ahead.catch(() => {}); // awaited with its turn, or when the reader leaves
    };
    read(0, firstPage);
    for (let next = firstPage; ; next += pageSize) {
      const page = await ahead;
      throwIfAborted(signal);
      const isLast = next >= names.length;
      // The disk works on the next page while the caller has this one.
      if (!isLast) read(next, next + pageSize);
      if (page.length > 0) yield page;
      if (isLast) return;
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await ahead.catch(() => {});
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
  const stats = await lstatAll(
    names.map((name) => childPath(folder.fd, name)),
    parallel,
  );
  const found: (Entry | null)[] = [];
  const links: number[] = [];
  for (const [index, name] of names.entries()) {
    const seen = stats[index];
    if (seen === null || seen === undefined) continue;
    if (seen.isSymbolicLink()) links.push(index);
    else found[index] = entryOf(name, seen);
  }
  await eachParallel(links, parallel, async (index) => {
    const name = names[index];
    if (name !== undefined) found[index] = await findEntry(resolver.policy, folder, name);
  });
  return found.filter((entry) => entry !== null);
}
