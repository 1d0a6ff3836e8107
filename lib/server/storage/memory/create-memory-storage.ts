import { AppError } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { StorageInput } from "@/lib/server/storage/adapter";
import { locatePlace } from "@/lib/server/storage/locate-place";
import { noTrash } from "@/lib/server/storage/no-trash";
import { makePolicy } from "@/lib/server/storage/policy";
import { remakeOver, traitsOver } from "@/lib/server/storage/remake-folder";
import { assertFolderWritable, assertMovable, assertWritable } from "@/lib/server/storage/rights";
import type { EntryDetails } from "@/lib/server/storage/entry-details";
import { stampOf, type Noted } from "@/lib/server/storage/noted";
import type { Renamed, Storage, TreeResult } from "@/lib/server/storage/storage";
import { transferTree } from "@/lib/server/storage/transfer";
import { listMemoryFolder, measureMemory, readMemoryFolder, surveyMemory } from "./memory-list";
import { openMemoryFile } from "./memory-file";
import { createMemoryParts } from "./memory-parts";
import { removeMemoryTree, removeMovedNode } from "./memory-remove";
import { createMemoryResolver, type Found, type MemoryResolver } from "./memory-resolver";
import { searchMemory } from "./memory-search";
import {
  assertRoom,
  entryOf,
  moveNode,
  newFolder,
  setNode,
  statOf,
  usedBytes,
  type MemoryVolume,
} from "./memory-volume";
import { watchMemoryFolder } from "./memory-watch";
import { writeMemoryFile } from "./memory-write";

/** Volumes in memory as one actor may see them: the same as a disk, but for what it says that it cannot. */
export function createMemoryStorage(input: StorageInput, volumes: readonly MemoryVolume[]): Storage {
  const { roots } = input;
  const policy = makePolicy({ ...input, hiddenDirs: [] }, async (place) => place);
  const resolver = async () => createMemoryResolver({ roots, volumes, policy: await policy });
  const isWritable = ({ access, root }: Found) => access === "write" && root.writable;

  const storage: Storage = {
    roots: async () => [...roots],
    can: () => false,
    locate: (place) => locatePlace(roots, place),
    mounts: async () => [],
    placeOf: async (path) => (await resolver()).find(path).real,
    identify: async (path) => ({ place: (await resolver()).find(path).real, id: null }),
    // There are no links: a path leads where it led.
    pinned: () => storage,
    async *list(folder, signal, ask) {
      yield* listMemoryFolder(await resolver(), { folder, withEtags: ask?.withEtags === true }, signal);
    },
    async stat(path) {
      const found = (await resolver()).find(path);
      return statOf(nameOf(path), found.node, isWritable(found));
    },
    entry: async (path) => entryOf(nameOf(path), (await resolver()).find(path).node),
    async open(path) {
      const found = (await resolver()).find(path);
      if (found.node.kind !== "file") throw new AppError("file/not-file");
      return openMemoryFile(found.node, nameOf(path), isWritable(found));
    },
    readFolder: async (folder) => readMemoryFolder(await resolver(), folder),
    write: async (path, source, options) => writeMemoryFile(await resolver(), { path, source, options }),
    async createFolder(path) {
      const { policy: rights, location: locate } = await resolver();
      const location = locate(path);
      assertFolderWritable(rights, location, location.name);
      if (location.folder.nodes.has(location.name)) throw new AppError("file/exists");
      assertRoom(location.volume, 0);
      setNode(location.folder, location.name, newFolder());
    },
    folderTraits: (path) => traitsOver(storage, path),
    remakeFolder: (path, traits) => remakeOver(storage, path, traits),
    sync: async (folder) => void (await resolver()).findFolder(folder),
    parts: createMemoryParts(resolver),
    rename: async (from, to) => renameNode(await resolver(), from, to),
    async assertMovable(path) {
      const { policy: rights, location: locate } = await resolver();
      const location = locate(path);
      assertFolderWritable(rights, location, location.name);
      assertMovable(rights, `${location.real}/${location.name}`);
    },
    async copy(from, toFolder, options) {
      await assertArrival(await resolver(), { from, toFolder, options });
      if ((await resolver()).find(from).access === "ancestor") throw new AppError("file/access-denied");
      return transferTree({ source: storage, target: storage, from, toFolder, options, isMove: false });
    },
    async move(from, toFolder, options) {
      await storage.assertMovable(from).catch(ignoreDenied);
      await assertArrival(await resolver(), { from, toFolder, options });
      return transferTree({ source: storage, target: storage, from, toFolder, options, isMove: true });
    },
    async removeEmptyFolder(path) {
      await storage.assertMovable(path);
      const { node } = (await resolver()).findFolder(path);
      const { folder, name } = (await resolver()).location(path);
      if (node.nodes.size > 0) throw new AppError("file/not-empty");
      setNode(folder, name, null);
    },
    removeMoved: async (path, stamp) => removeMovedNode(await resolver(), path, stamp),
    remove: async (path, options) => removeMemoryTree(await resolver(), path, options),
    trash: noTrash,
    details: async (path) => detailsOf((await resolver()).find(path), isWritable),
    async setAttributes(path, { change }): Promise<TreeResult> {
      const { policy: rights, find, location: locate } = await resolver();
      const location = locate(path);
      assertWritable(rights, location, location.name);
      const { mtimeMs, ...others } = change;
      if (Object.values(others).some((value) => value !== undefined)) throw new AppError("storage/unsupported");
      const { node } = find(path);
      if (mtimeMs !== undefined) node.mtimeMs = mtimeMs;
      return { path, files: 1, bytes: 0, skipped: 0, replaced: 0, kept: 0, failures: [], failureCount: 0 };
    },
    measure: async (path, signal) => measureMemory(await resolver(), path, signal),
    survey: async (path, options) => surveyMemory(await resolver(), path, options),
    async *search(folder, query, signal) {
      yield* searchMemory(await resolver(), { folder, query }, signal);
    },
    // oxlint-disable-next-line require-yield -- there is none
    async *searchText(folder) {
      (await resolver()).findFolder(folder);
      throw new AppError("search/text-unavailable");
    },
    async space(path) {
      const { volume } = (await resolver()).find(path);
      const used = usedBytes(volume.top);
      const availableBytes = Math.max(0, volume.maxBytes - used);
      return { totalBytes: volume.maxBytes, usedBytes: used, availableBytes, freeBytes: availableBytes };
    },
    watch: async (folder, onChange, signal) => watchMemoryFolder(await resolver(), folder, { onChange, signal }),
  };
  return storage;
}

function renameNode(
  { location: locate, policy }: MemoryResolver,
  fromPath: VirtualPath,
  toPath: VirtualPath,
): Renamed & Noted {
  const [from, to] = [locate(fromPath), locate(toPath)];
  assertFolderWritable(policy, from, from.name);
  const [fromReal, toReal] = [`${from.real}/${from.name}`, `${to.real}/${to.name}`];
  assertMovable(policy, fromReal);
  assertFolderWritable(policy, to, to.name);
  const node = from.folder.nodes.get(from.name);
  if (node === undefined) throw new AppError("file/not-found");
  const { kind, etag } = statOf(from.name, node, true);
  const places = { fromPlace: fromReal, toPlace: toReal, id: null, stamp: stampOf({ kind, etag }) };
  if (fromReal === toReal) return places;
  if (node.kind === "folder" && isWithin(toReal, fromReal)) throw new AppError("file/into-itself");
  if (to.folder.nodes.has(to.name)) throw new AppError("file/exists");
  if (from.volume !== to.volume) throw new AppError("file/io", { code: "EXDEV" });
  moveNode(from, to, node);
  return places;
}

type Arrival = Pick<Parameters<typeof transferTree>[0], "from" | "toFolder" | "options">;

/** The right to the name that it gets, told before anything else is. */
async function assertArrival(
  { location: locate, policy }: MemoryResolver,
  { from, toFolder, options }: Arrival,
): Promise<void> {
  const location = locate(joinVirtualPath(toFolder, options.name ?? nameOf(from)));
  assertWritable(policy, location, location.name);
}

/** Told of as a failure of the move. */
function ignoreDenied(error: unknown): void {
  if (!(error instanceof AppError) || error.key !== "file/access-denied") throw error;
}

function detailsOf(found: Found, isWritable: (found: Found) => boolean): EntryDetails {
  const { node } = found;
  const { kind, sizeBytes, mtimeMs, mode, etag } = statOf("" as Parameters<typeof entryOf>[0], node, true); // the name is not asked for
  return {
    kind,
    sizeBytes,
    allocatedBytes: sizeBytes,
    mtimeMs,
    atimeMs: mtimeMs,
    ctimeMs: mtimeMs,
    birthtimeMs: null,
    mode,
    links: 1,
    uid: 0,
    gid: 0,
    owner: null,
    group: null,
    acl: null,
    writable: isWritable(found),
    fileId: null,
    etag,
  };
}
