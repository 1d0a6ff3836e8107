import { locatePlace } from "@/lib/server/storage/locate-place";
import { accessToChild, assertFolderWritable, assertMovable } from "@/lib/server/storage/rights";
import { AppError } from "@/lib/shared/errors";
import { isWithin, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import type { StorageInput } from "@/lib/server/storage/adapter";
import { joinPlace } from "@/lib/server/storage/scope";
import { spaceOfVolume, volumeOf, type Space } from "@/lib/server/storage/space";
import type { Entry, EntryStat, Storage, Unfinished } from "@/lib/server/storage/storage";
import { copyTree } from "./tree/copy-tree";
import { readDetails } from "./attributes/details";
import { readFolderTraits, remakeFolder } from "./attributes/folder-traits";
import { findEntry, statOf } from "./resolve/entries";
import { toAppError } from "./sys/errno";
import { childPath, fdPath } from "./sys/fs-path";
import type { Journal } from "./journal/journal";
import { listFolder } from "./read/list-folder";
import { createLocalTrash } from "./local-trash";
import { measureTree } from "./walk/measure-tree";
import { moveTree } from "./tree/move-tree";
import { openFile } from "./read/open-file";
import { syncFolder } from "./journal/place-entry";
import { createParts } from "./write/part-file";
import { makePins } from "@/lib/server/storage/pins";
import { makeMounts, type Mount } from "@/lib/server/storage/mounts";
import { makeFollowing } from "./known/follow-moved";
import { namedPlaces, withMoved } from "./known/named-places";
import { fileIdOf, forgetsNumbers } from "./sys/file-id";
import type { WatchedPlaces } from "@/lib/server/storage/known-places";
import { readFolder } from "./read/read-folder";
import { removeEmptyFolder, removeMoved, removeTree } from "./tree/remove-tree";
import { renameEntry } from "./tree/rename-entry";
import { assertRoom, usableBytes } from "./sys/reserve";
import { createResolver, type Resolver } from "./resolve/resolver";
import type { IndexPlace } from "@/lib/server/storage/index-file";
import { searchNames } from "./search/search-names";
import { searchText } from "./search/search-text";
import { isThere, realDir } from "./resolve/real-dirs";
import { closeQuietly, openFlags, sys } from "./sys/sys";
import { setAttributes } from "./attributes/set-attributes";
import { surveyTree } from "./walk/survey-tree";
import { syncTree } from "./tree/sync-tree";
import { watchFolder } from "./read/watch-folder";
import { writeFile } from "./write/write-file";

export type LocalStorageInput = StorageInput & {
  /** Host paths that nobody reaches, such as the server's own data with its keys. */
  hiddenDirs: readonly string[];
  journal: Journal;
  /** Recognises what was moved. */
  known: WatchedPlaces;
  /** Where names may be kept for searches; nowhere by default. */
  searchIndex?: () => IndexPlace | null;
};

/** The disk of this machine as one actor may see it. Cheap: made per request, touches nothing before the first call. */
export function createLocalStorage(input: LocalStorageInput): Storage {
  const { roots, journal, known } = input;
  let made: Promise<Resolver> | null = null;
  const named = () => {
    const isSeen = (place: string) => roots.some((root) => isWithin(place, root.place));
    return [...namedPlaces(input), ...known.own().filter(isSeen)];
  };
  const make = async () => {
    await known.look(named());
    const policy = await makeFollowing(input, realDir, known);
    return createResolver({ roots, policy, known, assertPinned: makePins({ roots, pins: input.pins, real: realDir }) });
  };
  const resolver = () => (made ??= make());
  /** For what shows or takes along more than one entry: with a look at where everything is now. */
  const lookedAt = async () => {
    if (made !== null) await known.look(named());
    return resolver();
  };

  return {
    roots: async () => [...roots],
    can: () => true,
    locate: (place) => locatePlace(roots, place),
    mounts: () => readMounts(input),
    placeOf: async (path) => (await identify(await resolver(), path)).place,
    identify: async (path) => identify(await resolver(), path),
    pinned: (pins) => createLocalStorage({ ...input, pins }),
    async *list(folder, signal, ask) {
      yield* listFolder(await lookedAt(), folder, signal, ask);
    },
    stat: async (path) => statEntry(await resolver(), path),
    entry: async (path) => readEntry(await resolver(), path),
    readFolder: async (folder) => readFolder(await resolver(), folder),
    open: async (path) => openFile(await resolver(), path),
    write: async (path, source, options) => writeFile(await resolver(), journal, { path, source, options }),
    createFolder: async (path, options) => createFolder(await resolver(), journal, { path, ...options }),
    folderTraits: async (path) => readFolderTraits(await resolver(), path),
    remakeFolder: async (path, traits) => remakeFolder(await resolver(), path, traits),
    sync: async (folder) => syncTree(await resolver(), folder),
    parts: createParts(resolver, journal),
    rename: async (from, to) => renameEntry(await lookedAt(), journal, { from, to }),
    assertMovable: async (path) => assertEntryMovable(await lookedAt(), path),
    copy: async (from, toFolder, options) => copyTree(await resolver(), journal, { from, toFolder, options }),
    move: async (from, toFolder, options) => moveTree(await lookedAt(), journal, { from, toFolder, options }),
    removeEmptyFolder: async (path) => removeEmptyFolder(await resolver(), path),
    removeMoved: async (path, stamp) => removeMoved(await resolver(), path, stamp),
    remove: async (path, options) => removeTree(await lookedAt(), path, options),
    trash: createLocalTrash(lookedAt, journal),
    details: async (path) => readDetails(await resolver(), path),
    setAttributes: async (path, options) => setAttributes(await resolver(), path, options),
    measure: async (path, signal) => measureTree(await resolver(), path, signal),
    survey: async (path, options) => surveyTree(await resolver(), { path, ...options }),
    async *search(folder, query, signal) {
      yield* searchNames({
        resolver: await lookedAt(),
        policy: input,
        index: input.searchIndex?.() ?? null,
        folder,
        query,
        signal,
      });
    },
    async *searchText(folder, query, signal) {
      yield* searchText({ resolver: await lookedAt(), folder, query, signal });
    },
    space: async (path) => readSpace(await resolver(), path),
    watch: async (folder, onChange, signal) => watchFolder(await resolver(), folder, onChange, signal),
  };
}

async function readMounts(input: LocalStorageInput): Promise<Mount[]> {
  const { known, roots } = input;
  const named = namedPlaces(input);
  await known.look([...named, ...known.own()]);
  const own = known.own();
  const lost = known.lost(named).find((place) => roots.some((root) => isWithin(place, root.place)));
  // What nobody finds may lie anywhere in them.
  if (lost !== undefined) throw new AppError("file/place-lost");
  const mounts = await makeMounts(withMoved(input, known), realDir, [
    ...own,
    ...known.moved.flatMap(({ from, to }) => (own.includes(from) ? [to] : [])),
  ]);
  const there = await Promise.all(mounts.map(async (mount) => ((await isThere(mount.place)) ? mount : null)));
  return there.filter((mount) => mount !== null);
}

async function identify(resolver: Resolver, path: VirtualPath): ReturnType<Storage["identify"]> {
  const handle = await resolver.openHandle(path);
  try {
    const [stats, { type }] = await Promise.all([sys.fstatBig(handle.fd), sys.statfs(fdPath(handle.fd))]);
    return { place: handle.real, id: forgetsNumbers(type) ? null : fileIdOf(stats) };
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}

async function statEntry(resolver: Resolver, path: VirtualPath): Promise<EntryStat> {
  const handle = await resolver.openHandle(path);
  try {
    return statOf(await sys.fstatBig(handle.fd), nameOf(path), handle.access === "write" && handle.root.writable);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}

async function readEntry(resolver: Resolver, path: VirtualPath): Promise<Entry> {
  if (parentOf(path) === null) {
    const { name, kind, sizeBytes, mtimeMs, mode } = await statEntry(resolver, path);
    return { name, kind, sizeBytes, mtimeMs, mode };
  }
  const location = await resolver.openLocation(path);
  try {
    const isVisible = accessToChild(resolver.policy, location, location.name) !== "none";
    const entry = isVisible ? await findEntry(resolver.policy, location, location.name) : null;
    if (entry === null) throw new AppError("file/not-found");
    return entry;
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

async function assertEntryMovable(resolver: Resolver, path: VirtualPath): Promise<void> {
  const location = await resolver.openLocation(path).catch((error: unknown) => {
    throw toAppError(error);
  });
  try {
    assertFolderWritable(resolver.policy, location, location.name);
    assertMovable(resolver.policy, joinPlace(location.real, location.name));
  } finally {
    await closeQuietly(location.fd);
  }
}

type NewFolder = { path: VirtualPath; unfinished?: Unfinished; maxMode?: number };

async function createFolder(
  resolver: Resolver,
  journal: Journal,
  { path, unfinished, maxMode }: NewFolder,
): Promise<void> {
  const location = await resolver.openLocation(path, openFlags.folder);
  try {
    assertFolderWritable(resolver.policy, location, location.name);
    await assertRoom(location.fd, 0);
    if (unfinished !== undefined) await journal.recordUnfinished(joinPlace(location.real, location.name), unfinished);
    await sys.mkdir(childPath(location.fd, location.name), maxMode);
    await syncFolder(location.fd);
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

async function readSpace(resolver: Resolver, path: VirtualPath): Promise<Space> {
  const handle = await resolver.openHandle(path);
  try {
    const volume = await sys.statfs(fdPath(handle.fd));
    return spaceOfVolume(volumeOf(volume), usableBytes(volume));
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}
