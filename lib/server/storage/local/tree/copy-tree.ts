import { assertWritable } from "@/lib/server/storage/rights";
import { AppError } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, nameOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { TreeOptions, TreeResult } from "@/lib/server/storage/storage";
import { copyLeaf } from "./copy-leaf";
import { failureKey, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { createHardLinks } from "./hard-links";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { createKeeper } from "@/lib/server/storage/local/trash/keep-replaced";
import { noteCopies, type CopyNotes } from "./note-copies";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import { arrivalFolder } from "./settle-clash";
import { createRooms } from "@/lib/server/storage/local/sys/reserve";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags } from "@/lib/server/storage/local/sys/sys";
import { createTreeReport } from "@/lib/server/storage/tree-report";
import { openTreeStart, type TreeStart } from "@/lib/server/storage/local/walk/tree-start";
import { closeTreeTarget, finishTreeTarget, openTreeTarget, takeBackEmpty, type TreeTarget } from "./tree-target";
import { walkTree, type TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

export type TreePaths = { from: VirtualPath; toFolder: VirtualPath; options: TreeOptions };

/** See {@link Storage.copy}. Failures of the entry itself are thrown, those below it are collected. */
export async function copyTree(resolver: Resolver, journal: Journal, paths: TreePaths): Promise<TreeResult> {
  let start: TreeStart | null = null;
  let into: Handle | null = null;
  try {
    start = await openTreeStart(resolver, paths.from);
    into = await resolver.openHandle(paths.toFolder, openFlags.folder);
    return await copyStart({ start, into, resolver, journal, paths });
  } catch (error) {
    throw toAppError(error);
  } finally {
    if (start !== null) await closeQuietly(start.folder.fd);
    if (into !== null) await closeQuietly(into.fd);
  }
}

type CopyInput = { start: TreeStart; into: Handle; resolver: Resolver; journal: Journal; paths: TreePaths };

async function copyStart({ start, into, resolver, journal, paths }: CopyInput): Promise<TreeResult> {
  const { policy } = resolver;
  const { conflict, signal } = paths.options;
  const name = paths.options.name ?? nameOf(paths.from);
  if (start.access === "ancestor") throw new AppError("file/access-denied");
  assertWritable(policy, into, name);
  if (start.item.stats.isDirectory() && isWithin(into.real, start.real)) throw new AppError("file/into-itself");
  const isItself = joinPlace(into.real, name) === start.real;
  if (isItself && conflict === "replace") throw new AppError("file/into-itself");
  const report = createTreeReport(paths.options, failureKey);
  report.check();
  let finalName: EntryName | null = name;
  const links = createHardLinks();
  const rooms = createRooms();
  const { toFolder, options } = paths;
  const keeper = createKeeper({ resolver, into, toFolder, options, report, mayMove: true });
  const notes = noteCopies(into, toFolder);

  async function leaf(item: TreeItem, to: Handle, wanted: EntryName): Promise<EntryName | null> {
    let stamp: string | null = null;
    const onBytes = (count: number) => report.bytes(count, item.path);
    const got = await copyLeaf({
      item,
      to,
      name: wanted,
      options: paths.options,
      folder: arrivalFolder(paths, item.path),
      policy,
      journal,
      signal,
      onBytes,
      verify: false,
      isSyncedLater: false,
      links,
      rooms,
      replacing: keeper.replacing,
      onMade: (noted) => (stamp = noted.stamp),
    });
    if (got === null) report.skip();
    else {
      notes.note(to, got, stamp);
      report.file(item.path);
    }
    return got;
  }

  async function run(): Promise<void> {
    if (!start.item.stats.isDirectory()) {
      finalName = await leaf(start.item, into, name);
      return;
    }
    const top = await openTreeTarget({
      source: start.item,
      into,
      name,
      conflict: isItself && conflict === "skip" ? "fail" : conflict,
      isTop: true,
      policy,
    });
    if (top === null) report.skip();
    else {
      finalName = top.name;
      notes.enter(into, top);
      await copyBelow({ start, top, policy, conflict, report, notes, leaf });
    }
  }

  try {
    await run();
  } finally {
    await keeper.close();
    notes.tell(options.onCopied);
  }
  await syncFolder(into.fd);
  return report.result(joinVirtualPath(paths.toFolder, finalName ?? name));
}

type BelowInput = {
  start: TreeStart;
  top: TreeTarget;
  policy: Resolver["policy"];
  conflict: TreeOptions["conflict"];
  report: ReturnType<typeof createTreeReport>;
  notes: CopyNotes;
  leaf: (item: TreeItem, to: Handle, name: EntryName) => Promise<EntryName | null>;
};

async function copyBelow({ start, top, policy, conflict, report, notes, leaf }: BelowInput): Promise<void> {
  const open = new Set([top]);
  try {
    await walkTree<TreeTarget>(policy, start.item, top, {
      parallel: 4,
      withTemporaries: false,
      async enter(item, into) {
        if (item === start.item) return top;
        const target = await openTreeTarget({ source: item, into, name: item.name, conflict, isTop: false, policy });
        if (target === null) report.skip();
        else {
          open.add(target);
          notes.enter(into, target);
        }
        return target;
      },
      async leaf(item, to) {
        await leaf(item, to, item.name);
      },
      async unread(target) {
        open.delete(target);
        await closeTreeTarget(target);
        if (await takeBackEmpty(target)) notes.takeBack(target);
      },
      async leave(_, target, isWhole) {
        open.delete(target);
        await finishTreeTarget(target);
        if (!isWhole && (await takeBackEmpty(target))) notes.takeBack(target);
      },
      async stopped(_, target) {
        if (open.delete(target)) await finishTreeTarget(target);
      },
      invisible: () => false,
      failed: report.fail,
      check: report.check,
    });
  } finally {
    for (const target of open) await closeQuietly(target.fd);
  }
}
