import { assertFolderWritable, assertMovable, assertWritable } from "@/lib/server/storage/rights";
import { AppError } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { traitsAt } from "@/lib/server/storage/local/attributes/folder-traits";
import type { TreeConflict, TreeOptions, TreeResult } from "@/lib/server/storage/storage";
import { copyLeaf, isTaken } from "./copy-leaf";
import type { TreePaths } from "./copy-tree";
import { failureKey, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Noted } from "@/lib/server/storage/noted";
import { notedOf, noteRenamed } from "@/lib/server/storage/local/known/noted-of";
import { createHardLinks } from "./hard-links";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { createKeeper } from "@/lib/server/storage/local/trash/keep-replaced";
import { moveWithin } from "./move-within";
import { syncFolder, syncPlace } from "@/lib/server/storage/local/journal/place-entry";
import type { Policy } from "@/lib/server/storage/policy";
import { createRooms } from "@/lib/server/storage/local/sys/reserve";
import { noteMoves } from "./note-moves";
import type { Handle, Resolver, Location } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { removeSource } from "./remove-source";
import { settleMoves, type Arrived } from "./settle-moves";
import { createSmallFiles } from "./small-files";
import { createTreeReport, type TreeReport } from "@/lib/server/storage/tree-report";
import { closeTreeTarget, dressTreeTarget, openTreeTarget, takeBackEmpty, type TreeTarget } from "./tree-target";
import { walkTree, type TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/** See {@link Storage.move}. Failures of the entry itself are thrown, those below it are collected. */
export async function moveTree(resolver: Resolver, journal: Journal, paths: TreePaths): Promise<TreeResult> {
  const { policy } = resolver;
  const location = await resolver.openLocation(paths.from);
  let into: Handle | null = null;
  try {
    into = await resolver.openHandle(paths.toFolder, openFlags.folder);
    assertFolderWritable(policy, location, location.name);
    const real = joinPlace(location.real, location.name);
    if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
    let name = paths.options.name ?? nameOf(paths.from);
    assertWritable(policy, into, name);
    const stats = await sys.lstat(childPath(location.fd, location.name));
    if (stats.isDirectory() && isWithin(into.real, real)) throw new AppError("file/into-itself");
    const report = createTreeReport(paths.options, failureKey);
    report.check();
    if (policy.holdsRestricted(real)) report.fail(paths.from, new AppError("file/access-denied"));
    else if (into.real !== location.real || name !== location.name) {
      const item = { folder: location, name: location.name, path: paths.from, stats };
      name = await moveItem({ ...paths, item, into, resolver, policy, journal, report });
      await resolver.known.follow(real, joinPlace(into.real, name));
    }
    await syncFolder(into.fd);
    await syncPlace(location.fd);
    return report.result(joinVirtualPath(paths.toFolder, name));
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
    if (into !== null) await closeQuietly(into.fd);
  }
}

export type MoveInput = {
  item: TreeItem & { folder: Pick<Location, "fd" | "real"> };
  into: Handle;
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
  const small = createSmallFiles({ policy, rooms, journal, links, verify: true });
  /** Folders whose files cannot be renamed into their targets: that is asked once for each. */
  const apart = new WeakSet<TreeItem["folder"]>();
  const moved = noteMoves(into, toFolder, options);
  const arrived: Arrived[] = [];
  const stopped: TreeTarget[] = [];
  const settling = settleMoves({ path: top.path, report, links, onMoved: noteMoved });
  const keeper = createKeeper({ resolver, into, toFolder, options, report, mayMove: true });
  const { replacing } = keeper;

  /** True when done; false when the disk or an existing folder makes it necessary to go file by file. */
  async function moveWhole(item: TreeItem, to: Handle): Promise<boolean> {
    report.check();
    assertMovable(policy, joinPlace(item.folder.real, item.name));
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
      const { name } = outcome;
      await moved.note(item, { to, name, noted: await noteRenamed(item.stats, childPath(to.fd, name)) });
      report.file(item.path);
      report.bytes(item.stats.isFile() ? item.stats.size : 0, item.path);
      if (item === top) finalName = name;
    }
    return true;
  }

  async function leaf(item: TreeItem, to: Handle): Promise<void> {
    if (copySmallFile(item, to)) return;
    if (await moveWhole(item, to)) return;
    const onBytes = (count: number) => report.bytes(count, item.path);
    let noted: Noted = { id: null, stamp: null };
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
      onMade: (made) => (noted = made),
    });
    if (name === null) {
      report.skip();
      return;
    }
    if (isSyncedLater) {
      arrived.push({ item, name, to, noted });
      return;
    }
    await syncFolder(to.fd);
    await removeSource({ item, to, name }, { links, signal });
    await noteMoved({ item, name, to, noted });
    if (item === top) finalName = name;
  }

  function copySmallFile(item: TreeItem, to: Handle): boolean {
    report.check();
    assertMovable(policy, joinPlace(item.folder.real, item.name));
    const noted = small.copy(item, to);
    if (noted === null) return false;
    report.bytes(item.stats.size, item.path);
    arrived.push({ item, name: item.name, to, noted });
    return true;
  }

  async function noteMoved({ item, ...arrived }: Arrived): Promise<void> {
    report.file(item.path);
    await moved.note(item, arrived);
  }

  async function enter(item: TreeItem, to: Handle): Promise<TreeTarget | null> {
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
      await small.open(item, target).catch(async (error: unknown) => {
        await giveUp(target);
        throw error;
      });
    }
    if (item === top && target !== null) finalName = target.name;
    return target;
  }

  const openOf = (context: Handle) => [...open].find((candidate) => candidate === context) ?? null;

  /** A folder into which nothing can go. */
  async function giveUp(context: Handle): Promise<void> {
    const target = openOf(context);
    if (target === null) return;
    open.delete(target);
    await takeBackEmpty(target);
    await closeTreeTarget(target);
  }

  /** Null when it was entered for nothing, or has ended. */
  async function finish(context: Handle): Promise<TreeTarget | null> {
    const target = openOf(context);
    if (target === null) return null;
    await dressTreeTarget(target, "all");
    open.delete(target);
    return target;
  }

  try {
    if (!top.stats.isDirectory()) await leaf(top, into);
    else {
      await assertTopFree(nameOfTop, into, conflict);
      await walkTree<Handle>(policy, top, into, {
        parallel: 2,
        withTemporaries: false,
        enter,
        leaf,
        unread: giveUp,
        settle: () => settling.arrive(arrived.splice(0)),
        async leave(item, context, isWhole) {
          const target = await finish(context);
          if (target === null) return;
          const isMade = !(await takeBackIfFailed(target, isWhole));
          const like = await traitsAt(childPath(item.folder.fd, item.name), target.seen).catch(() => null);
          const left = { to: moved.above(target), name: target.name, noted: notedOf(await sys.fstatBig(target.fd)) };
          await settling.leave(item, target, async (isGone) => {
            if (isGone && isMade && isWhole && item === top) await moved.noteWhole(item, left);
            else if (isGone || isMade) await moved.note(item, left, { isMade, isGone, like: isGone ? like : null });
          });
        },
        async stopped(item, context) {
          const target = await finish(context);
          if (target === null) return;
          stopped.push(target);
          const left = { to: moved.above(target), name: target.name, noted: notedOf(await sys.fstatBig(target.fd)) };
          if (target.made !== null) await moved.note(item, left, { isMade: true, isGone: false, like: null });
          await syncFolder(target.fd);
        },
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
    await settling.settle();
    for (const target of [...open, ...stopped]) await closeTreeTarget(target);
    await keeper.close();
    options.onMoved?.(moved.end());
  }
}

/** Whether it is not there, or was there before. */
async function takeBackIfFailed(target: TreeTarget, isWhole: boolean): Promise<boolean> {
  return target.made === null || (!isWhole && (await takeBackEmpty(target)));
}

async function assertTopFree(name: EntryName, into: Handle, conflict: TreeConflict): Promise<void> {
  if (conflict === "fail" && (await isTaken(into, name))) throw new AppError("file/exists");
}
