import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import type { FolderReader, SmallFile } from "@/lib/server/storage/folder-reader";
import { isOwnName } from "@/lib/server/storage/own-names";
import { accessToChild } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import type { ListAsk } from "@/lib/server/storage/list-ask";
import type { Entry } from "@/lib/server/storage/storage";
import { asAppError, isStatus, throwIfAborted } from "./protocol/sftp-status";
import { openFlags, type SftpSession } from "./protocol/sftp-session";
import { readBytes } from "./read-pieces";
import { readNames, type Named, type Names } from "./read-names";
import { sweepStale } from "./sweep-stale";
import { entryOf, etagOf, kindOf } from "./sftp-entry";
import { describeEntry } from "./sftp-links";
import type { Found, SftpResolver } from "./sftp-resolver";

const pageSizes = { first: 200, later: 1_000 };
const parallel = 16;

/** What the actor may see of a folder, in byte order of the names. */
export async function readVisible(folder: Found, signal?: AbortSignal): Promise<Names> {
  const { names, held } = await readNames(folder.host, folder.path, { signal });
  return { names: await visibleOf(folder, names), held };
}

export async function visibleOf(folder: Found, names: readonly Named[]): Promise<Named[]> {
  const { policy, real } = folder;
  const seesAll = policy.isUniformBelow(real);
  const isSeen = (name: EntryName) => !isOwnName(name) && (seesAll || accessToChild(policy, folder, name) !== "none");
  const visible: Named[] = [];
  const pace = createPace();
  for (const one of names) {
    const turn = pace();
    if (turn !== undefined) await turn;
    if (isSeen(one.name)) visible.push(one);
  }
  return visible;
}

/** See {@link Storage.list}. */
export async function* listSftpFolder(
  { findFolder }: SftpResolver,
  { folder: path, ask: { withEtags = false, most } = {} }: { folder: VirtualPath; ask?: ListAsk | undefined },
  signal?: AbortSignal,
): AsyncGenerator<Entry[], void, undefined> {
  const folder = await findFolder(path);
  const { names: all, held } = await asAppError(readNames(folder.host, folder.path, { most, signal }));
  try {
    await sweepStale(folder, all);
    const names = await visibleOf(folder, all);
    for (let at = 0, size = pageSizes.first; at < names.length; at += size, size = pageSizes.later) {
      throwIfAborted(signal);
      const entries = await asAppError(describeAll(folder, names.slice(at, at + size), withEtags));
      if (entries.length > 0) yield entries;
    }
  } finally {
    held.end();
  }
}

async function describeAll(folder: Found, names: readonly Named[], withEtags: boolean): Promise<Entry[]> {
  const entries: (Entry | null)[] = names.map(({ name, attributes }) => {
    const entry = entryOf(name, attributes);
    return withEtags && entry.kind === "file" ? { ...entry, etag: etagOf(attributes) } : entry;
  });
  const links = [...names.entries()].filter(([, { attributes }]) => kindOf(attributes) === "link");
  await eachParallel(links, parallel, async ([index, { name, attributes }]) => {
    entries[index] = await describeEntry(folder, name, attributes);
  });
  return entries.filter((entry) => entry !== null);
}

/** See {@link Storage.readFolder}. */
export async function readSftpFolder({ findFolder }: SftpResolver, path: VirtualPath): Promise<FolderReader> {
  const folder = await findFolder(path);
  const { host, policy } = folder;
  const reading = new Set<Promise<unknown>>();
  let isClosed = false;

  async function readAll(names: readonly EntryName[], maxBytes: number): Promise<(SmallFile | null)[]> {
    const files: (SmallFile | null)[] = names.map(() => null);
    await eachParallel(names, parallel, async (name, index) => {
      const isSeen = folder.access !== "none" && accessToChild(policy, folder, name) !== "none";
      if (isSeen) files[index] = await readSmall(host.session, joinPlace(folder.path, name), maxBytes);
    });
    return files;
  }

  return {
    async read(names, maxBytes) {
      if (isClosed) throw new AppError("request/cancelled");
      const work = asAppError(readAll(names, maxBytes));
      reading.add(work);
      try {
        return await work;
      } finally {
        reading.delete(work);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(reading);
    },
  };
}

/** The whole of a small regular file; null for anything else, and for what the account may not read. */
export async function readSmall(session: SftpSession, path: string, maxBytes: number): Promise<SmallFile | null> {
  try {
    const attributes = await session.lstat(path);
    const { sizeBytes = 0, mtimeS = 0 } = attributes;
    if (kindOf(attributes) !== "file" || sizeBytes > maxBytes) return null;
    const handle = await session.open(path, openFlags.read);
    try {
      const bytes = await readBytes(session, handle, sizeBytes);
      return { bytes, sizeBytes: bytes.byteLength, mtimeMs: mtimeS * 1000 };
    } finally {
      await session.close(handle).catch(() => {}); // nothing was written
    }
  } catch (error) {
    if (isStatus(error, 2, 3, 4)) return null;
    throw error;
  }
}
