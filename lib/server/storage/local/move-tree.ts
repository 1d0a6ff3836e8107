import { AppError } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { TreeConflict, TreeOptions, TreeResult } from "@/lib/server/storage/storage";
import { copyLeaf, isTaken } from "./copy-leaf";
import type { TreePaths } from "./copy-tree";
import { isErrno, toAppError } from "./errno";
import { childPath, joinHost } from "./fs-path";
import { createHardLinks } from "./hard-links";
import type { Journal } from "./journal";
import { eachParallel } from "./each-parallel";
import { createKeeper } from "./keep-replaced";
import { moveWithin } from "./move-within";
import { syncFolder, syncPlace } from "./place-entry";
import type { Policy } from "./policy";
import { createRooms } from "./reserve";
import { noteMoves } from "./note-moves";
import { assertMovable } from "./rename-entry";
import { assertFolderWritable, assertWritable, type Place, type Resolver, type Seat } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";
import { createSmallFiles } from "./small-files";
import { syncNames } from "./sync-tree";
import { createTreeReport, type TreeReport } from "./tree-report";
import { finishTreeTarget, openTreeTarget, type TreeTarget } from "./tree-target";
import { walkTree, type TreeItem } from "./tree-walk";

/** See {@link Storage.move}. Failures of the entry itself are thrown, those below it are collected. */
export async function moveTree(resolver: Resolver, journal: Journal, paths: TreePaths): Promise<TreeResult> {
  const { policy } = resolver;
  const seat = await resolver.openSeat(paths.from);
  let into: Place | null = null;
  try {
    into = await resolver.openPlace(paths.toFolder, openFlags.folder);
    assertFolderWritable(policy, seat, seat.name);
    const real = joinHost(seat.real, seat.name);
    if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
    let name = paths.options.name ?? nameOf(paths.from);
    assertWritable(policy, into, name);
    const stats = await sys.lstat(childPath(seat.fd, seat.name));
    if (stats.isDirectory() && isWithin(into.real, real)) throw new AppError("file/into-itself");
    const report = createTreeReport(paths.options);
    report.check();
    if (policy.holdsRestricted(real)) report.fail(paths.from, new AppError("file/access-denied"));
    else if (into.real !== seat.real || name !== seat.name) {
      const item = { folder: seat, name: seat.name, path: paths.from, stats };
      name = await moveItem({ ...paths, item, into, resolver, policy, journal, report });
    }
    await syncFolder(into.fd);
    await syncPlace(seat.fd);
    return report.result(joinVirtualPath(paths.toFolder, name));
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(seat.fd);
    if (into !== null) await closeQuietly(into.fd);
  }
}

export type MoveInput = {
  item: TreeItem & { folder: Pick<Seat, "fd" | "real"> };
  into: Place;
  resolver: Resolver;
  policy: Policy;
  journal: Journal;
  report: TreeReport;
  /** Of `into`. */
  toFolder: VirtualPath;
  options: TreeOptions;
};

/** Up to here, a file of a tree is synced with others. */
const smallBytes = 8_388_608;
type Arrived = { item: TreeItem; name: EntryName };

/** Moves an entry of an open folder into another one. Gives the name it got there. */
export async function moveItem({
  item: top,
  into,
  toFolder,
  resolver,
  policy,
  journal,
  report,
  options,
}: MoveInput): Promise<EntryName> {
  const { conflict, signal } = options;
  const nameOfTop = options.name ?? top.name;
  const wantedName = (item: TreeItem) => (item === top ? nameOfTop : item.name);
  let finalName = nameOfTop;
  const open = new Set<TreeTarget>();
  const links = createHardLinks();
  const rooms = createRooms();
  const small = createSmallFiles({ policy, rooms, verify: true });
  /** Folders whose files cannot be renamed into their targets: that is asked once for each. */
  const apart = new WeakSet<TreeItem["folder"]>();
  const moved = noteMoves(into, toFolder);
  const arrived: Arrived[] = [];
  const keeper = createKeeper({ resolver, into, toFolder, options, report, mayMove: true });
  const { replacing } = keeper;

  /** True when done; false when the disk or an existing folder makes it necessary to go file by file. */
  async function moveWhole(item: TreeItem, to: Place): Promise<boolean> {
    report.check();
    assertMovable(policy, joinHost(item.folder.real, item.name));
    if (!item.stats.isDirectory() && apart.has(item.folder)) return false;
    const outcome = await moveWithin({
      item,
      to,
      options,
      folder: moved.pathOf(to),
      policy,
      journal,
      isTop: item === top,
      replacing,
    });
    if (outcome === "apart" && !item.stats.isDirectory()) apart.add(item.folder);
    if (outcome === "apart" || outcome === "merge") return false;
    if (outcome === "skipped") report.skip();
    else {
      moved.note(item.path, to, outcome.name);
      report.file(item.path);
      report.bytes(item.stats.isFile() ? item.stats.size : 0, item.path);
      if (item === top) finalName = outcome.name;
    }
    return true;
  }

  async function leaf(item: TreeItem, to: Place): Promise<void> {
    if (apart.has(item.folder) && copySmallFile(item, to)) return;
    if (await moveWhole(item, to)) return;
    const onBytes = (count: number) => report.bytes(count, item.path);
    const isSyncedLater = item !== top && item.stats.size <= smallBytes;
    const name = await copyLeaf({
      item,
      to,
      name: wantedName(item),
      options,
      folder: moved.pathOf(to),
      policy,
      journal,
      signal,
      onBytes,
      verify: true,
      isSyncedLater,
      links,
      rooms,
      replacing,
    });
    if (name === null) {
      report.skip();
      return;
    }
    if (isSyncedLater) {
      await small.open(to);
      arrived.push({ item, name });
      return;
    }
    await syncFolder(to.fd);
    await leaveBehind({ item, name }, to);
    if (item === top) finalName = name;
  }

  /** The short way of most files of a folder: the first one shows that it leads to another disk. */
  function copySmallFile(item: TreeItem, to: Place): boolean {
    report.check();
    assertMovable(policy, joinHost(item.folder.real, item.name));
    if (!small.copy(item, to)) return false;
    report.bytes(item.stats.size, item.path);
    arrived.push({ item, name: item.name });
    return true;
  }

  /** The copy is whole and durable: the source goes. */
  async function leaveBehind({ item, name }: Arrived, to: Place): Promise<void> {
    await removeSource(item);
    moved.note(item.path, to, name);
    report.file(item.path);
  }

  /** Small files are made durable together: that takes a fiftieth of the time. */
  async function settle(to: Place): Promise<void> {
    const settling = arrived.splice(0);
    if (settling.length === 0) return;
    await syncNames(
      to.fd,
      settling.map(({ name }) => name),
    );
    await eachParallel(settling, 8, (one) =>
      leaveBehind(one, to).catch((error: unknown) => report.fail(one.item.path, error)),
    );
  }

  async function enter(item: TreeItem, to: Place): Promise<TreeTarget | null> {
    if (await moveWhole(item, to)) return null;
    const target = await openTreeTarget({
      source: item,
      into: to,
      name: wantedName(item),
      conflict,
      isTop: item === top,
      policy,
    });
    if (target === null) report.skip();
    else {
      open.add(target);
      moved.enter(to, target);
    }
    if (item === top && target !== null) finalName = target.name;
    return target;
  }

  async function finish(context: Place): Promise<TreeTarget | undefined> {
    const target = [...open].find((candidate) => candidate === context);
    if (target !== undefined) {
      open.delete(target);
      await finishTreeTarget(target, "all");
    }
    return target;
  }

  try {
    if (!top.stats.isDirectory()) await leaf(top, into);
    else {
      await assertTopFree(nameOfTop, into, conflict);
      await walkTree<Place>(policy, top, into, {
        parallel: 2,
        withTemporaries: false,
        enter,
        leaf,
        settle,
        async leave(item, context, isWhole) {
          const target = await finish(context);
          // Left standing when something in it was skipped or failed.
          const isGone = await sys.rmdir(childPath(item.folder.fd, item.name)).then(() => true, ignoreFilled);
          if (isGone && isWhole && item === top && target?.made) moved.noteWhole(item.path, into, target.name);
        },
        stopped: async (_, context) => void (await finish(context)),
        invisible(path) {
          report.fail(path, new AppError("file/access-denied"));
          return true;
        },
        failed: report.fail,
        check: report.check,
      });
    }
    return finalName;
  } finally {
    for (const target of open) await closeQuietly(target.fd);
    await keeper.close();
    options.onMoved?.(moved.pairs());
  }
}

async function assertTopFree(name: EntryName, into: Place, conflict: TreeConflict): Promise<void> {
  if (conflict === "fail" && (await isTaken(into, name))) throw new AppError("file/exists");
}

/** Removes what was copied and compared, unless it was changed or replaced since. */
async function removeSource(item: TreeItem): Promise<void> {
  const path = childPath(item.folder.fd, item.name);
  const now = await sys.lstat(path);
  const { stats } = item;
  if (now.ino !== stats.ino || now.size !== stats.size || now.mtimeMs !== stats.mtimeMs) {
    throw new AppError("file/changed");
  }
  await sys.unlink(path);
}

function ignoreFilled(error: unknown): false {
  if (!isErrno(error, "ENOTEMPTY", "EEXIST", "ENOENT")) throw error;
  return false;
}
