import type { Stats } from "node:fs";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, type EntryName } from "@/lib/shared/paths";
import { createPace } from "@/lib/server/base/next-slice";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";
import type { Policy } from "@/lib/server/storage/policy";
import { realPathBelow } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { readNames, type Names } from "@/lib/server/storage/local/sys/read-names";
import { isOwnName } from "@/lib/server/storage/own-names";

/** An entry below the start, in an open folder. `path` is virtual, for reports. */
export type TreeItem = { folder: { fd: number; real: string }; name: EntryName; path: string; stats: Stats };

export type TreeVisitor<C> = {
  /** How many leaves of a folder may be worked on at once. */
  parallel: number;
  /** Whether our own unfinished files are visited, too. */
  withTemporaries: boolean;
  /** Before a folder's children: the context for them, or null to leave them alone. */
  enter(item: TreeItem, context: C): Promise<C | null>;
  leaf(item: TreeItem, context: C): Promise<void>;
  /** Instead of {@link leave}, for a folder that was entered and cannot be read. */
  unread?(context: C): Promise<void>;
  /** After some leaves of a folder, also when a cancel ends the work: for what is done for several at once. */
  settle?(context: C): Promise<void>;
  /** After a folder's children; `isWhole` when none of them failed. */
  leave(item: TreeItem, context: C, isWhole: boolean): Promise<void>;
  /** Instead of it, the deepest first, for folders whose turn a cancel has ended. What it throws is not told. */
  stopped?(item: TreeItem, context: C): Promise<void>;
  /** An entry out of the actor's sight in the folder at `path`. True when that counts as a failure. */
  invisible: (path: string) => boolean;
  failed: (path: string, error: unknown) => void;
  check: () => void;
};

type Frame<C> = {
  item: TreeItem;
  /** {@link parked} while its children are far below. */
  fd: number;
  id: { dev: bigint; ino: bigint };
  depth: number;
  real: string;
  context: C;
  parent: Frame<C> | null;
  names: Names;
  next: number;
  folders: TreeItem[];
  isWhole: boolean;
};

const batch = 512;
const parallelLooks = 64;
const parked = -1;
/** Of a deep tree only the last so many folders are held open: the others are found again as their children's parents. */
const maxOpen = 256;

/**
 * Depth first, without recursion, links never followed: each folder is opened by name in its open parent and its real path
 * is checked, so nothing outside is reached even while somebody swaps folders for links. Trees may be deeper than a path can be
 * long. Throws when cancelled, and file/changed when a very deep tree was moved apart meanwhile.
 */
export async function walkTree<C>(
  policy: Policy,
  start: TreeItem,
  context: C,
  visitor: TreeVisitor<C>,
): Promise<{ isWhole: boolean }> {
  const top = { isWhole: true };

  function fail(frame: Frame<C> | null, path: string, error: unknown): void {
    if (isAppError(error) && error.key === "request/cancelled") throw error;
    if (frame === null) top.isWhole = false;
    else frame.isWhole = false;
    visitor.failed(path, error);
  }

  async function begin(item: TreeItem, outer: C, parent: Frame<C> | null): Promise<Frame<C> | null> {
    let fd = parked;
    let inner: C | null = null;
    try {
      inner = await visitor.enter(item, outer);
      if (inner === null) return null;
      fd = await sys.open(childPath(item.folder.fd, item.name), openFlags.folderPlaceNoFollow);
      const real = await realPathBelow(item.folder, item.name, fd);
      const stats = await sys.fstatBig(fd);
      policy.meet(stats, real);
      if (policy.access(real) === "none") throw new AppError("file/not-found");
      const { dev, ino } = stats;
      const names = await readNames(fd);
      const depth = (parent?.depth ?? 0) + 1;
      return {
        item,
        fd,
        id: { dev, ino },
        depth,
        real,
        context: inner,
        parent,
        names,
        next: 0,
        folders: [],
        isWhole: true,
      };
    } catch (error) {
      if (fd !== parked) await closeQuietly(fd);
      if (inner !== null) await visitor.unread?.(inner);
      fail(parent, item.path, error);
      return null;
    }
  }

  async function readBatch(frame: Frame<C>): Promise<void> {
    const raw = frame.names.slice(frame.next, frame.next + batch);
    frame.next += raw.length;
    const items: TreeItem[] = [];
    await eachParallel(raw, parallelLooks, async (text) => {
      const item = await look(frame, fromLatin1(text));
      if (item === null) return;
      if (item.stats.isDirectory()) frame.folders.push(item);
      else items.push(item);
    });
    try {
      await eachParallel(items, visitor.parallel, async (item) => {
        visitor.check();
        try {
          await visitor.leaf(item, frame.context);
        } catch (error) {
          fail(frame, item.path, error);
        }
      });
    } finally {
      await visitor.settle?.(frame.context).catch((error: unknown) => fail(frame, frame.item.path, error));
    }
  }

  async function look(frame: Frame<C>, name: string): Promise<TreeItem | null> {
    const path = `${frame.item.path}/${name}`;
    if (!isEntryName(name) || (!visitor.withTemporaries && isOwnName(name))) return null;
    const real = joinPlace(frame.real, name);
    const isHidden = () => {
      if (policy.access(real) !== "none") return false;
      if (visitor.invisible(frame.item.path)) frame.isWhole = false;
      return true;
    };
    if (isHidden()) return null;
    try {
      const stats = await sys.lstat(childPath(frame.fd, name));
      if (policy.meet(stats, real) && isHidden()) return null;
      return { folder: frame, name, path, stats };
    } catch (error) {
      if (!isErrno(error, "ENOENT")) fail(frame, path, error);
      return null;
    }
  }

  async function end(frame: Frame<C>): Promise<void> {
    if (frame.parent?.fd === parked) await reopen(frame.parent, frame.fd);
    await closeQuietly(frame.fd);
    frame.fd = parked;
    try {
      await visitor.leave(frame.item, frame.context, frame.isWhole);
    } catch (error) {
      fail(frame, frame.item.path, error);
    }
    if (frame.isWhole) return;
    if (frame.parent === null) top.isWhole = false;
    else frame.parent.isWhole = false;
  }

  // Thousands of empty folders are no batch of anything that lets others in.
  const pace = createPace();
  let frame: Frame<C> | null = null;
  try {
    frame = await begin(start, context, null);
    while (frame !== null) {
      await pace();
      visitor.check();
      if (frame.next < frame.names.length) {
        await readBatch(frame);
        continue;
      }
      const child = frame.folders.pop();
      if (child === undefined) {
        const ended: Frame<C> = frame;
        await end(ended);
        frame = ended.parent;
      } else {
        frame = (await begin(child, frame.context, frame)) ?? frame;
        await parkAbove(frame);
      }
    }
    return top;
  } finally {
    for (; frame !== null; frame = frame.parent) {
      if (frame.fd === parked) continue;
      if (frame.parent?.fd !== parked) await visitor.stopped?.(frame.item, frame.context).catch(() => {});
      await closeQuietly(frame.fd);
    }
  }
}

async function parkAbove<C>(frame: Frame<C>): Promise<void> {
  if (frame.depth <= maxOpen) return;
  let above: Frame<C> | null = frame;
  for (let steps = 0; steps < maxOpen && above !== null; steps++) above = above.parent;
  if (above === null || above.fd === parked) return;
  await closeQuietly(above.fd);
  above.fd = parked;
}

/** By way of its child, if that is still in it. */
async function reopen<C>(frame: Frame<C>, childFd: number): Promise<void> {
  const fd = await sys.open(childPath(childFd, ".."), openFlags.folderPlaceNoFollow);
  const { dev, ino } = await sys.fstatBig(fd);
  if (dev !== frame.id.dev || ino !== frame.id.ino) {
    await closeQuietly(fd);
    throw new AppError("file/changed");
  }
  frame.fd = fd;
}
