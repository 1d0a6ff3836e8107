import fs from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { applyPlainNow } from "@/lib/server/storage/local/attributes/attributes";
import type { FolderRules } from "@/lib/server/storage/local/attributes/folder-rules";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import { isPseudo, mayCallSync, timed } from "@/lib/server/storage/local/sys/quick-disks";
import { openFlags } from "@/lib/server/storage/local/sys/sys";
import { hasXattrsNow } from "@/lib/server/storage/local/sys/xattrs";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/** What is read and written at once (sys.ts). */
const mostBytes = 65_536;
/** Nobody else has a turn meanwhile. One byte more than there may be tells the end with the first read. */
const [bytes, readBack] = [Buffer.allocUnsafeSlow(mostBytes + 1), Buffer.allocUnsafeSlow(mostBytes + 1)];

/**
 * `verify`: for a move, which takes everything along and reads back what was written. `isPlain`: nothing comes by itself to what is made
 * in the folder.
 */
type Small = {
  item: TreeItem;
  temporary: RelativeName;
  verify: boolean;
  isPlain: boolean;
  /** Of the folder, for a copy. */
  rules: FolderRules | null;
};

/** Whether {@link copySmall} may be tried. */
export function isSmall({ stats }: TreeItem): boolean {
  return stats.isFile() && stats.size <= mostBytes && mayCallSync() && !isPseudo(stats.dev);
}

/**
 * Copies a small plain file of a quick disk to a new name, with owner, mode and times, in one go of some fifteen calls: a third of what
 * they cost with a promise each and some of them on threads. False when it has to go the long way, and nothing was made: what has
 * attributes of its own or gets some from its folder, or was changed since it was looked at.
 */
export function copySmall(small: Small): boolean {
  return timed(() => copyNow(small));
}

function copyNow({ item, temporary, verify, isPlain, rules }: Small): boolean {
  // Whatever else has taken the name meanwhile is refused unopened.
  const place = fs.openSync(childPath(item.folder.fd, item.name), openFlags.placeNoFollow);
  try {
    const stats = fs.fstatSync(place, { bigint: true });
    if (!stats.isFile()) throw new AppError("file/special");
    const from = fs.openSync(fdPath(place), openFlags.read);
    try {
      const length = fs.readSync(from, bytes, 0, bytes.length, 0);
      if (length !== item.stats.size || hasXattrs(from)) return false;
      return make(temporary, { stats, length, verify, isPlain, rules });
    } finally {
      fs.closeSync(from);
    }
  } finally {
    fs.closeSync(place);
  }
}

type Made = Pick<Small, "verify" | "isPlain" | "rules"> & { stats: fs.BigIntStats; length: number };

function make(temporary: RelativeName, { stats, length, verify, isPlain, rules }: Made): boolean {
  const path = childPath(temporary.fd, temporary.name);
  const to = fs.openSync(path, openFlags.createNew, 0o600);
  let isMade = false;
  try {
    if ((!isPlain && hasXattrs(to)) || fs.writeSync(to, bytes, 0, length, 0) !== length) return false;
    applyPlainNow(to, { stats, kept: verify ? "all" : "copied", rules });
    isMade = !verify || holds(to, length);
    return isMade;
  } catch (error) {
    if (isErrno(error, "ENOSYS")) return false;
    throw error;
  } finally {
    fs.closeSync(to);
    if (!isMade) fs.unlinkSync(path);
  }
}

/** Also where it cannot be told at once. */
function hasXattrs(fd: number): boolean {
  try {
    return hasXattrsNow(fd);
  } catch (error) {
    if (isErrno(error, "ENOSYS")) return true;
    throw error;
  }
}

function holds(fd: number, length: number): boolean {
  const got = fs.readSync(fd, readBack, 0, readBack.length, 0);
  return got === length && readBack.subarray(0, got).equals(bytes.subarray(0, length));
}
