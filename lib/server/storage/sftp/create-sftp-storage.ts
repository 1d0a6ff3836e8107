import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, nameOf, parentOf } from "@/lib/shared/paths";
import type { StorageInput } from "@/lib/server/storage/adapter";
import type { Capability } from "@/lib/server/storage/capability";
import { locatePlace } from "@/lib/server/storage/locate-place";
import { noTrash } from "@/lib/server/storage/no-trash";
import { remakeOver, traitsOver } from "@/lib/server/storage/remake-folder";
import { assertDeletable, assertFolderWritable, assertWritable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import { spaceOfVolume, type Space } from "@/lib/server/storage/space";
import type { EntryDetails } from "@/lib/server/storage/entry-details";
import type { Storage } from "@/lib/server/storage/storage";
import { transferTree, type Transfer } from "@/lib/server/storage/transfer";
import type { Inside } from "@/lib/server/storage/transfer-inside";
import { asAppError, isStatus, statusCodes } from "./protocol/sftp-status";
import { copySftpEntry } from "./copy-entry";
import { moveSftpEntry, renameSftpEntry } from "./move-entry";
import { openSftpFile } from "./open-sftp-file";
import { entryEtagOf, entryOf, statOf } from "./sftp-entry";
import type { SftpShared } from "./sftp-host";
import { readEntry } from "./sftp-links";
import { listSftpFolder, readSftpFolder } from "./sftp-list";
import { createSftpParts } from "./sftp-parts";
import { createSftpResolver, pathIn, type Found, type SftpResolver } from "./sftp-resolver";
import { searchSftp } from "./sftp-search";
import { removeMovedSftp } from "./remove-moved";
import { createSftpTrash } from "./sftp-trash";
import { measureSftp, removeEmptySftpFolder, removeSftpTree, setSftpAttributes, surveySftp } from "./sftp-trees";
import { syncSftpTree } from "./sync-tree";
import { watchSftpFolder } from "./watch-sftp-folder";
import { writeSftpFile } from "./write-sftp-file";

const able: ReadonlySet<Capability> = new Set<Capability>(["modes", "links"]);

/** Folders on hosts that are reached by SFTP, as one actor may see them. What the account there may not do is refused by the host. */
export function createSftpStorage(input: StorageInput, shared: SftpShared): Storage {
  const pinned: Storage["pinned"] = (pins) => createSftpStorage({ ...input, pins }, shared);
  return storageOver(createSftpResolver(input, shared), { ...input, pinned });
}

/** What a storage does by way of a resolver: that of an actor, or the one into a trash. */
function storageOver(resolver: SftpResolver, input: StorageInput & Pick<Storage, "pinned">): Storage {
  const { roots, pinned } = input;
  const { keepsTrash } = resolver.shared;
  const inside: Inside = {
    move: (from, to, options) => moveSftpEntry(resolver, { from, to, options }),
    copy: (from, to, options) => copySftpEntry(resolver, { from, to, options }),
  };

  const storage: Storage = {
    roots: async () => [...roots],
    can: (_, capability) => able.has(capability) || (capability === "trash" && keepsTrash),
    locate: (place) => locatePlace(roots, place),
    mounts: async () => [],
    placeOf: async (path) => (await resolver.find(path)).real,
    identify: async (path) => ({ place: (await resolver.find(path)).real, id: null }),
    pinned,
    list: (folder, signal, ask) => listSftpFolder(resolver, { folder, ask }, signal),
    async stat(path) {
      const found = await resolver.find(path);
      return statOf(nameOf(path), found.attributes, isWritable(found));
    },
    async entry(path) {
      if (parentOf(path) === null) return entryOf(nameOf(path), (await resolver.find(path)).attributes);
      return readEntry(await resolver.location(path));
    },
    open: (path) => openSftpFile(resolver, path),
    readFolder: (folder) => readSftpFolder(resolver, folder),
    write: (path, source, options) => writeSftpFile(resolver, { path, source, options }),
    createFolder: (path, options) => createFolder(resolver, path, options),
    folderTraits: (path) => traitsOver(storage, path),
    remakeFolder: (path, traits) => remakeOver(storage, path, traits),
    sync: (folder) => syncSftpTree(resolver, folder),
    parts: createSftpParts(resolver),
    rename: (from, to) => renameSftpEntry(resolver, from, to),
    async assertMovable(path) {
      const location = await resolver.location(path);
      assertDeletable(location.policy, location, location.name);
    },
    async copy(from, toFolder, options) {
      await assertArrival(resolver, { from, toFolder, options });
      if ((await storage.entry(from)).kind === "folder" && (await resolver.find(from)).access === "ancestor")
        throw new AppError("file/access-denied");
      return transferTree({ source: storage, target: storage, from, toFolder, options, isMove: false, inside });
    },
    async move(from, toFolder, options) {
      await storage.assertMovable(from).catch(ignoreDenied);
      await assertArrival(resolver, { from, toFolder, options });
      return transferTree({ source: storage, target: storage, from, toFolder, options, isMove: true, inside });
    },
    removeEmptyFolder: (path) => removeEmptySftpFolder(resolver, path),
    removeMoved: (path, stamp) => removeMovedSftp(resolver, path, stamp),
    remove: (path, options) => removeSftpTree(resolver, path, options),
    trash: keepsTrash
      ? createSftpTrash(resolver, { input, storage: () => storage, over: (inner) => storageOver(inner, input) })
      : noTrash,
    details: async (path) => readDetails(resolver, path),
    setAttributes: (path, options) => setSftpAttributes(resolver, path, options),
    measure: (path, signal) => measureSftp(resolver, path, signal),
    survey: (path, options) => surveySftp(resolver, path, options),
    search: (folder, query, signal) => searchSftp(resolver, { folder, query }, signal),
    // oxlint-disable-next-line require-yield -- there is none
    async *searchText(folder) {
      await resolver.findFolder(folder);
      throw new AppError("search/text-unavailable");
    },
    space: (path) => readSpace(resolver, path),
    watch: (folder, onChange, signal) => watchSftpFolder(resolver, folder, { onChange, signal }),
  };
  return storage;
}

const isWritable = ({ access, root }: Pick<Found, "access" | "root">) => access === "write" && root.writable;

async function createFolder(
  resolver: SftpResolver,
  ...[path, { maxMode } = {}]: Parameters<Storage["createFolder"]>
): Promise<void> {
  const location = await resolver.location(path);
  assertFolderWritable(location.policy, location, location.name);
  const { session } = location.host;
  try {
    await session.mkdir(pathIn(location), maxMode === undefined ? {} : { mode: maxMode });
  } catch (error) {
    // Version 3 has no word for a taken name.
    const isTaken = isStatus(error, statusCodes.failure) && (await session.lstat(pathIn(location)).catch(() => null));
    if (isTaken) throw new AppError("file/exists", {}, { cause: error });
    await asAppError(Promise.reject(error));
  }
  for (const tell of resolver.shared.changes) tell(location.real);
}

type Arrival = Pick<Transfer, "from" | "toFolder" | "options">;

/** The right to the name that it gets, told before anything else is. */
async function assertArrival(resolver: SftpResolver, { from, toFolder, options }: Arrival): Promise<void> {
  const location = await resolver.location(joinVirtualPath(toFolder, options.name ?? nameOf(from)));
  assertWritable(location.policy, location, location.name);
}

/** Told of as a failure of the move. */
function ignoreDenied(error: unknown): void {
  if (!(error instanceof AppError) || error.key !== "file/access-denied") throw error;
}

/** Where the host cannot tell, nothing is refused beforehand: a full disk is found when it is. */
async function readSpace(resolver: SftpResolver, path: Parameters<Storage["space"]>[0]): Promise<Space> {
  const { host, path: at } = await resolver.find(path);
  if (!host.session.offers("statvfs@openssh.com"))
    return { totalBytes: 0, usedBytes: 0, availableBytes: 0, freeBytes: Number.MAX_SAFE_INTEGER };
  return spaceOfVolume(await asAppError(host.session.statvfs(at)));
}

async function readDetails(resolver: SftpResolver, path: Parameters<Storage["details"]>[0]): Promise<EntryDetails> {
  // The entry itself; a root has no folder to find it in.
  const isRoot = parentOf(path) === null;
  const found = isRoot ? await resolver.find(path) : await resolver.location(path);
  const { session } = found.host;
  const at = "attributes" in found ? found.path : pathIn(found);
  const access = "attributes" in found ? found.access : found.policy.access(joinPlace(found.real, found.name));
  if (access === "none") throw new AppError("file/not-found");
  const attributes = await asAppError(session.lstat(at));
  const { uid = 0, gid = 0, atimeS = 0 } = attributes;
  const names = session.offers("users-groups-by-id@openssh.com")
    ? await asAppError(session.namesOf(uid, gid))
    : { owner: null, group: null };
  const { kind, mtimeMs, mode } = entryOf(nameOf(path), attributes);
  const sizeBytes = kind === "folder" ? 0 : (attributes.sizeBytes ?? 0);
  return {
    kind,
    sizeBytes,
    allocatedBytes: sizeBytes,
    mtimeMs,
    atimeMs: atimeS * 1000,
    // Not told; whatever changes the content changes this as well.
    ctimeMs: mtimeMs,
    birthtimeMs: null,
    mode,
    links: 1,
    uid,
    gid,
    ...names,
    acl: null,
    writable: isWritable({ access, root: found.root }),
    fileId: null,
    etag: entryEtagOf(attributes),
  };
}
