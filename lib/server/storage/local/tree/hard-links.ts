import type { BigIntStats } from "node:fs";
import type { EntryName } from "@/lib/shared/paths";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { temporaryName } from "@/lib/server/storage/own-names";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";
import { isCopyOf } from "./is-copy-of";

type Placing = {
  item: TreeItem;
  to: { fd: number; real: string };
  journal: Journal;
  signal: AbortSignal;
  /** Moves the finished one to its name. */
  commit: (temporary: RelativeName) => Promise<EntryName>;
};
type Copied = {
  path: string;
  dev: bigint;
  ino: bigint;
  /** The source, the last time that it was known to hold what the copy holds. */
  seen: BigIntStats;
  /** Its names are linked and removed one after the other. */
  turn: Promise<unknown>;
};
/** An open file, `O_PATH` too: as long as it is, no other one gets its number. */
type Opened = { fd: number };

/** What stays one file under several names. */
export type HardLinks = {
  /** Whether an entry has other names, or had some before those were moved. */
  mayConcern(item: TreeItem): boolean;
  /** Gives the name that the entry got. */
  place(placing: Placing, copy: () => Promise<EntryName>): Promise<EntryName>;
  /** `copy`: what stands for this name of the file. Runs `unlink`, told whether the file is still what it was copied from. */
  remove(source: Opened, copy: BigIntStats, unlink: (isKnown: boolean) => Promise<void>): Promise<void>;
};

/** Beyond this many files with several names the rest is copied name by name. */
const maxKnown = 100_000;
/** No hard links there, too many of them, another disk, or the first copy is gone: then there are two files. */
const apart = ["EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EMLINK", "EXDEV", "ENOENT", "ENOTDIR"];

/** The file itself and all that a copy of it takes along, but for what has no time of its own. */
const isAlike = (one: BigIntStats, other: BigIntStats) =>
  (["dev", "ino", "birthtimeNs", "size", "mtimeNs", "mode", "uid", "gid"] as const).every(
    (part) => one[part] === other[part],
  );
/** No program can set the time of the last change, which is also that of the number of names. */
const isUntouched = (one: BigIntStats, other: BigIntStats) => isAlike(one, other) && one.ctimeNs === other.ctimeNs;
const keyOf = ({ dev, ino }: BigIntStats) => `${dev}:${ino}`;

/** Keeps hard links within one copied tree. Files are written while that lasts, and the numbers of removed ones are given to others. */
export function createHardLinks(): HardLinks {
  const known = new Map<string, Promise<Copied | null>>();
  /** As the walk tells them: numbers that may be those of known ones. */
  const numbers = new Set<number>();
  const mayConcern = ({ stats }: TreeItem) => stats.nlink > 1 || numbers.has(stats.ino);

  async function copyFirst({ to }: Placing, seen: BigIntStats, copy: () => Promise<EntryName>) {
    const name = await copy();
    const { dev, ino } = await sys.lstatBig(childPath(to.fd, name));
    return { name, copied: { path: joinPlace(to.real, name), dev, ino, seen, turn: Promise.resolve() } };
  }

  async function placeOpened(source: Opened, placing: Placing, copy: () => Promise<EntryName>): Promise<EntryName> {
    const now = await sys.fstatBig(source.fd);
    if (!now.isFile()) return copy();
    const key = keyOf(now);
    // Another name of it may be the first one meanwhile, or the next after the file has changed.
    for (let asked = known.get(key); asked !== undefined; asked = known.get(key)) {
      const earlier = await asked;
      const name = earlier === null ? null : await inTurn(earlier, () => linkIfSame(earlier, source, placing));
      if (name !== null) return name;
      if (known.get(key) === asked) break;
    }
    if (known.size >= maxKnown && !known.has(key)) return copy();
    numbers.add(placing.item.stats.ino);
    const first = copyFirst(placing, now, copy);
    known.set(
      key,
      first.then(
        (made) => made.copied,
        () => null,
      ),
    );
    return (await first).name;
  }

  async function removeOpened({ fd }: Opened, copied: Copied, unlink: (isKnown: boolean) => Promise<void>) {
    const before = await sys.fstatBig(fd);
    const isKnown = isUntouched(before, copied.seen);
    await unlink(isKnown);
    const after = await sys.fstatBig(fd);
    if (after.nlink === 0n) known.delete(keyOf(after));
    // Nothing but the number of names has changed, and by us.
    else if (isKnown && isAlike(before, after) && after.nlink === before.nlink - 1n) copied.seen = after;
  }

  return {
    mayConcern,
    async place(placing, copy) {
      if (!mayConcern(placing.item)) return copy();
      const fd = await sys.open(childPath(placing.item.folder.fd, placing.item.name), openFlags.placeNoFollow);
      try {
        return await placeOpened({ fd }, placing, copy);
      } finally {
        await closeQuietly(fd);
      }
    },
    async remove(source, copy, unlink) {
      const copied = await known.get(keyOf(await sys.fstatBig(source.fd)));
      if (!copied || copied.dev !== copy.dev || copied.ino !== copy.ino) return unlink(false);
      return inTurn(copied, () => removeOpened(source, copied, unlink));
    },
  };
}

function inTurn<T>(copied: Copied, act: () => Promise<T>): Promise<T> {
  const done = copied.turn.then(act);
  copied.turn = done.catch(() => {});
  return done;
}

/** Null where the copy is not the file as it is now, or cannot be linked. */
async function linkIfSame(copied: Copied, { fd }: Opened, placing: Placing): Promise<EntryName | null> {
  const now = await sys.fstatBig(fd);
  if (!isUntouched(copied.seen, now)) {
    if (!isAlike(copied.seen, now)) return null;
    if (!(await isCopyOf(fd, toFsPath(copied.path), { copied, signal: placing.signal }))) return null;
    copied.seen = now;
  }
  return link(copied, placing);
}

/** Null where it has to be copied. The first copy is found by its path, so what was linked is looked at before it gets a name. */
async function link({ path, dev, ino }: Copied, { to, journal, commit }: Placing): Promise<EntryName | null> {
  const temporary = { fd: to.fd, name: temporaryName() };
  await journal.recordFolder(to.real);
  try {
    await sys.link(toFsPath(path), childPath(to.fd, temporary.name));
  } catch (error) {
    if (isErrno(error, ...apart)) return null;
    throw error;
  }
  try {
    const linked = await sys.lstatBig(childPath(to.fd, temporary.name));
    if (linked.dev !== dev || linked.ino !== ino) return null;
    return await commit(temporary);
  } finally {
    // Where the name was another one of the same file, rename(2) did nothing.
    await sys.unlink(childPath(to.fd, temporary.name)).catch(() => {});
  }
}
