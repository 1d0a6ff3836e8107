import { accessToChild } from "@/lib/server/storage/rights";
import { isEntryName, nameToBytes, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { ListAsk } from "@/lib/server/storage/list-ask";
import type { Entry } from "@/lib/server/storage/storage";
import { entryOf, etagOf, findEntry } from "@/lib/server/storage/local/resolve/entries";
import { isErrno, throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { childPath, fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { factsPerName } from "@/lib/server/storage/local/sys/stat-children";
import { readNames } from "@/lib/server/storage/local/sys/read-names";
import { slowMountsIn } from "@/lib/server/storage/local/sys/slow-mounts";
import { silentMount, statNames } from "./stat-names";
import { isOwnName } from "@/lib/server/storage/own-names";

const firstPage = 200;
const pageSize = 1_000;
const parallelLinks = 128;

/** Pages in byte order of the names, in that of the disk where they are very many. Memory: the names of the folder, packed where they are, and the stats of two pages. */
export async function* listFolder(
  resolver: Resolver,
  path: VirtualPath,
  signal?: AbortSignal,
  { withEtags = false, most }: ListAsk = {},
): AsyncGenerator<Entry[], void, undefined> {
  const folder = await resolver.openHandle(path, openFlags.folderPlace);
  let ahead: Promise<Entry[]> = Promise.resolve([]);
  try {
    const names = await readNames(folder.fd, { most, signal });
    const own = { folder, withEtags };
    const asksEach = !resolver.policy.isUniformBelow(folder.real);
    const read = (from: number, to: number) => {
      // The first page is wanted at once: no thread has to be started for it.
      const folderSize = from === 0 ? 0 : names.length;
      ahead = readPage(resolver, { ...own, raw: names.slice(from, to), folderSize, asksEach });
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

type PageInput = {
  folder: Handle;
  withEtags: boolean;
  raw: readonly string[];
  folderSize: number;
  asksEach: boolean;
};

async function readPage(
  { policy }: Resolver,
  { folder, withEtags, raw, folderSize, asksEach }: PageInput,
): Promise<Entry[]> {
  const names: EntryName[] = [];
  const shown = raw.filter((text) => {
    const name = fromLatin1(text);
    if (!isEntryName(name) || isOwnName(name)) return false;
    if (asksEach && accessToChild(policy, folder, name) === "none") return false;
    names.push(name);
    return true;
  });
  if (withEtags) return readWithEtags(policy, folder, names);
  const facts = await statNames({ folderFd: folder.fd, names: shown, folderSize });
  const found: (Entry | null)[] = [];
  const links: number[] = [];
  for (const [index, name] of names.entries()) {
    const at = index * factsPerName;
    const mode = facts[at] ?? -1;
    if (mode < 0) continue;
    const entry = entryOf(name, { mode, size: facts[at + 1] ?? 0, mtimeMs: facts[at + 2] ?? 0 });
    if (entry.kind === "link") links.push(index);
    else found[index] = entry;
  }
  await eachParallel(links, parallelLinks, async (index) => {
    const name = names[index];
    if (name !== undefined) found[index] = await findEntry(policy, folder, name);
  });
  return found.filter((entry) => entry !== null);
}

/** The validator needs more than the plain facts, in whole nanoseconds: for those who ask, each name is looked at by itself. */
async function readWithEtags(
  policy: Resolver["policy"],
  folder: Handle,
  names: readonly EntryName[],
): Promise<Entry[]> {
  const found: (Entry | null)[] = [];
  const { children } = slowMountsIn(folder.fd);
  await eachParallel([...names.entries()], parallelLinks, async ([index, name]) => {
    if (children.has(toLatin1(name))) {
      found[index] = entryOf(name, silentMount);
      return;
    }
    const stats = await sys.lstatBig(childPath(folder.fd, name)).catch(nullIfGone);
    if (stats === null) return;
    const facts = { mode: Number(stats.mode), size: Number(stats.size), mtimeMs: Number(stats.mtimeNs) / 1e6 };
    const entry = entryOf(name, facts);
    if (entry.kind === "link") found[index] = await findEntry(policy, folder, name);
    else found[index] = entry.kind === "file" ? { ...entry, etag: etagOf(stats) } : entry;
  });
  return found.filter((entry) => entry !== null && entry !== undefined);
}

const toLatin1 = (name: EntryName) => Buffer.from(nameToBytes(name)).toString("latin1");

function nullIfGone(error: unknown): null {
  if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
  throw error;
}
