import type { Stats } from "node:fs";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, type EntryName } from "@/lib/shared/paths";
import { eachParallel } from "./each-parallel";
import { isErrno } from "./errno";
import { childPath, fromLatin1, joinHost } from "./fs-path";
import type { Policy } from "./policy";
import { realPathOf } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";
import { isTemporaryName } from "./temporary";

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
  /** After a folder's children; `isWhole` when none of them failed. */
  leave(item: TreeItem, context: C, isWhole: boolean): Promise<void>;
  /** An entry out of the actor's sight in the folder at `path`. True when that counts as a failure. */
  invisible: (path: string) => boolean;
  failed: (path: string, error: unknown) => void;
  check: () => void;
};

type Frame<C> = {
  item: TreeItem;
  fd: number;
  real: string;
  context: C;
  parent: Frame<C> | null;
  names: string[];
  next: number;
  folders: TreeItem[];
  isWhole: boolean;
};

const batch = 64;

/**
 * Depth first, without recursion, links never followed: each folder is opened by name in its open parent and its real path
 * is checked, so nothing outside is reached even while somebody swaps folders for links. Throws only when cancelled.
 */
export async function walkTree<C>(
  policy: Policy,
  start: TreeItem,
  context: C,
  visitor: TreeVisitor<C>,
): Promise<{ isWhole: boolean }> {
  const top = { isWhole: true };
  const open = new Set<number>();

  function fail(frame: Frame<C> | null, path: string, error: unknown): void {
    if (isAppError(error) && error.key === "request/cancelled") throw error;
    if (frame === null) top.isWhole = false;
    else frame.isWhole = false;
    visitor.failed(path, error);
  }

  async function begin(item: TreeItem, outer: C, parent: Frame<C> | null): Promise<Frame<C> | null> {
    try {
      const inner = await visitor.enter(item, outer);
      if (inner === null) return null;
      const fd = await sys.open(childPath(item.folder.fd, item.name), openFlags.folderPlaceNoFollow);
      open.add(fd);
      const real = await realPathOf(fd);
      if (policy.access(real) === "none") throw new AppError("file/not-found");
      const names = await sys.readdir(fd);
      return { item, fd, real, context: inner, parent, names, next: 0, folders: [], isWhole: true };
    } catch (error) {
      fail(parent, item.path, error);
      return null;
    }
  }

  async function readBatch(frame: Frame<C>): Promise<void> {
    const raw = frame.names.slice(frame.next, frame.next + batch);
    frame.next += raw.length;
    const items: TreeItem[] = [];
    await eachParallel(raw, batch, async (text) => {
      const item = await look(frame, fromLatin1(text));
      if (item === null) return;
      if (item.stats.isDirectory()) frame.folders.push(item);
      else items.push(item);
    });
    await eachParallel(items, visitor.parallel, async (item) => {
      visitor.check();
      try {
        await visitor.leaf(item, frame.context);
      } catch (error) {
        fail(frame, item.path, error);
      }
    });
  }

  async function look(frame: Frame<C>, name: string): Promise<TreeItem | null> {
    const path = `${frame.item.path}/${name}`;
    if (!isEntryName(name) || (!visitor.withTemporaries && isTemporaryName(name))) return null;
    if (policy.access(joinHost(frame.real, name)) === "none") {
      if (visitor.invisible(frame.item.path)) frame.isWhole = false;
      return null;
    }
    try {
      return { folder: frame, name, path, stats: await sys.lstat(childPath(frame.fd, name)) };
    } catch (error) {
      if (!isErrno(error, "ENOENT")) fail(frame, path, error);
      return null;
    }
  }

  async function end(frame: Frame<C>): Promise<void> {
    open.delete(frame.fd);
    await closeQuietly(frame.fd);
    try {
      await visitor.leave(frame.item, frame.context, frame.isWhole);
    } catch (error) {
      fail(frame, frame.item.path, error);
    }
    if (frame.isWhole) return;
    if (frame.parent === null) top.isWhole = false;
    else frame.parent.isWhole = false;
  }

  try {
    let frame = await begin(start, context, null);
    while (frame !== null) {
      visitor.check();
      if (frame.next < frame.names.length) {
        await readBatch(frame);
        continue;
      }
      const child = frame.folders.pop();
      if (child === undefined) {
        await end(frame);
        frame = frame.parent;
      } else frame = (await begin(child, frame.context, frame)) ?? frame;
    }
    return top;
  } finally {
    for (const fd of open) await closeQuietly(fd);
  }
}
