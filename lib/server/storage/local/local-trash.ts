import { kindOfPlace } from "@/lib/server/storage/adapter";
import { assertDeletable, assertWritable } from "@/lib/server/storage/rights";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { OpenFile, TreeOptions, TreeResult, TreeWishes } from "@/lib/server/storage/storage";
import type { TrashFound, TrashPlace, TrashPlan, TrashStorage } from "@/lib/server/storage/trash-storage";
import { kindOf } from "./resolve/entries";
import { failureKey, isErrno, throwIfAborted, toAppError } from "./sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { namesOf } from "./sys/read-names";
import { childPath, toFsPath, type FsPath } from "./sys/fs-path";
import type { Journal } from "./journal/journal";
import { namesInTurn } from "./journal/names-in-turn";
import { measureItem } from "./walk/measure-tree";
import { moveItem } from "./tree/move-tree";
import { openPlaced } from "./read/open-file";
import { syncFolder, syncPlace } from "./journal/place-entry";
import { dropDoubles } from "./journal/put-aside";
import type { Policy } from "@/lib/server/storage/policy";
import { removeItem } from "./tree/remove-tree";
import type { Resolver } from "./resolve/resolver";
import { closeQuietly, openFlags, sys } from "./sys/sys";
import { splitTrashFolder, trashFolderOf } from "@/lib/server/storage/trash-folder";
import { openPolicy } from "@/lib/server/storage/trash-policy";
import { findTrashBase, makeTrashFolder, openTrashFolder, removeTrashFolder } from "./trash/trash-place";
import { createTreeReport } from "@/lib/server/storage/tree-report";
import type { TreeItem } from "./walk/tree-walk";

/** See {@link TrashStorage}. */
export function createLocalTrash(resolver: () => Promise<Resolver>, journal: Journal): TrashStorage {
  return {
    plan: async (path, trash) => translated(plan(await resolver(), path, trash)),
    put: async (path, made) => translated(put(await resolver(), path, made)),
    restore: async (place, to) => translated(restore(await resolver(), journal, place, to)),
    purge: async (place, options) => translated(purge((await resolver()).policy, place, options)),
    async mayReach(origin, kind) {
      if (!isOwn(origin)) return false;
      const { policy } = await resolver();
      const access = policy.access(origin);
      return (access === "read" || access === "write") && (kind !== "folder" || !policy.holdsRestricted(origin));
    },
    async measure(place, signal) {
      const { policy } = await resolver();
      return translated(
        withItem(place, place.name, (item) =>
          measureItem(openPolicy(policy, place.folder), item, () => throwIfAborted(signal)),
        ),
      );
    },
    open: (place) => translated(openKept(place)),
    async assertPossible(path) {
      const made = await resolver();
      const folder = await made.openHandle(path, openFlags.folderPlace);
      try {
        await findTrashBase(made, folder);
      } finally {
        await closeQuietly(folder.fd);
      }
    },
    async volume({ folder }) {
      const { bsize, blocks } = await translated(sys.statfs(toFsPath(splitTrashFolder(folder).base)));
      return { totalBytes: bsize * blocks };
    },
    settle: async (place, origin) => (isOwn(place.folder) ? translated(settle(place, origin)) : "away"),
    find: async (place) => (isOwn(place.folder) ? translated(find(place)) : "away"),
  };
}

/** Records may speak of a host that the actor has no place on any more. */
const isOwn = (place: string) => kindOfPlace(place) === "local";

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toAppError(error);
  }
}

async function plan(resolver: Resolver, path: VirtualPath, trash: { ownerId: string; id: string }): Promise<TrashPlan> {
  const location = await resolver.openLocation(path);
  try {
    assertDeletable(resolver.policy, location, location.name);
    const stats = await sys.lstat(childPath(location.fd, location.name));
    const folder = trashFolderOf(await findTrashBase(resolver, location), trash);
    const kind = kindOf(stats);
    return {
      place: { folder, name: location.name },
      origin: joinPlace(location.real, location.name),
      kind,
      sizeBytes: kind === "folder" ? null : kind === "file" ? stats.size : 0,
      mtimeMs: stats.mtimeMs,
    };
  } finally {
    await closeQuietly(location.fd);
  }
}

async function put(resolver: Resolver, path: VirtualPath, { place, origin }: TrashPlan): Promise<void> {
  const location = await resolver.openLocation(path);
  let folder: { fd: number } | null = null;
  try {
    assertDeletable(resolver.policy, location, location.name);
    // Swapped for another since it was planned: the record names the other one.
    if (joinPlace(location.real, location.name) !== origin) throw new AppError("file/changed");
    folder = await makeTrashFolder(place.folder, resolver.known);
    const [from, to] = [childPath(location.fd, location.name), childPath(folder.fd, place.name)];
    try {
      await namesInTurn([location], () => renameIntoTrash(from, to));
    } catch (error) {
      await removeTrashFolder(place.folder);
      throw isErrno(error, "EXDEV", "EBUSY", "EINVAL")
        ? new AppError("trash/unavailable", {}, { cause: error })
        : error;
    }
    await syncFolder(folder.fd);
    await syncPlace(location.fd);
  } finally {
    await closeQuietly(location.fd);
    if (folder !== null) await closeQuietly(folder.fd);
  }
}

/** Nothing else gets a name in the folder that was made for the entry: what is there after an error has gone there. */
async function renameIntoTrash(from: FsPath, to: FsPath): Promise<void> {
  try {
    await sys.rename(from, to);
  } catch (error) {
    if ((await sys.lstatIfAny(to).catch(() => null)) === null) throw error;
  }
}

type Restore = { from: VirtualPath; toFolder: VirtualPath; options: TreeOptions };

async function restore(
  resolver: Resolver,
  journal: Journal,
  place: TrashPlace,
  { from, toFolder, options }: Restore,
): Promise<TreeResult> {
  const into = await resolver.openHandle(toFolder, openFlags.folder);
  try {
    assertWritable(resolver.policy, into, place.name);
    const policy = openPolicy(resolver.policy, place.folder);
    const report = createTreeReport(options, failureKey);
    const name = await withItem(place, from, async (item) => {
      report.check();
      return moveItem({ item, into, toFolder, resolver, policy, journal, report, options });
    });
    await resolver.known.follow(joinPlace(place.folder, place.name), joinPlace(into.real, name));
    await syncFolder(into.fd);
    await removeTrashFolder(place.folder);
    return report.result(joinVirtualPath(toFolder, name));
  } finally {
    await closeQuietly(into.fd);
  }
}

async function purge(policy: Policy, place: TrashPlace, options: TreeWishes): Promise<TreeResult> {
  const report = createTreeReport(options, failureKey);
  report.check();
  try {
    await withItem(place, place.name, (item) => removeItem(openPolicy(policy, place.folder), item, report));
  } catch (error) {
    if (!isAppError(error) || error.key !== "trash/gone") throw error;
  }
  await removeTrashFolder(place.folder);
  // The caller knows where it was; a trash has no paths.
  return report.result(place.name as string as VirtualPath); // a trash has no addresses: the name stands for the report alone
}

async function withItem<T>(place: TrashPlace, path: string, work: (item: TreeItem) => Promise<T>): Promise<T> {
  const folder = await openTrashFolder(place.folder).catch(asGone);
  try {
    const stats = await sys.lstat(childPath(folder.fd, place.name)).catch(asGone);
    return await work({ folder, name: place.name, path, stats });
  } finally {
    await closeQuietly(folder.fd);
  }
}

function asGone(error: unknown): never {
  throw isErrno(error, "ENOENT") ? new AppError("trash/gone", {}, { cause: error }) : error;
}

async function openKept(place: TrashPlace): Promise<OpenFile> {
  const folder = await openTrashFolder(place.folder).catch(asGone);
  try {
    const fd = await sys.open(childPath(folder.fd, place.name), openFlags.placeNoFollow).catch(asGone);
    try {
      return await openPlaced({ fd, real: joinPlace(folder.real, place.name) }, place.name, false);
    } finally {
      await closeQuietly(fd);
    }
  } finally {
    await closeQuietly(folder.fd);
  }
}

async function settle(place: TrashPlace, origin: string): Promise<TrashFound> {
  try {
    await withItem(place, place.name, ({ folder, name }) => dropDoubles({ fd: folder.fd, name }, origin));
  } catch (error) {
    if (!isAppError(error) || error.key !== "trash/gone") throw error;
  }
  const found = await find(place);
  if (found === "gone") await removeTrashFolder(place.folder);
  return found;
}

async function find(place: TrashPlace): Promise<TrashFound> {
  const { base, names } = splitTrashFolder(place.folder);
  if ((await sys.lstatIfAny(toFsPath(joinPlace(place.folder, place.name)))) !== null) return "there";
  const isThere = (await sys.lstatIfAny(toFsPath(joinPlace(base, names[0])))) !== null;
  if (isThere) return "gone";
  return (await holdsSomething(base)) ? "vanished" : "away";
}

/** A folder where a volume is to be mounted is empty. */
async function holdsSomething(folder: string): Promise<boolean> {
  try {
    for await (const _ of namesOf(toFsPath(folder))) return true;
  } catch {
    // it is not there, or does not answer
  }
  return false;
}
