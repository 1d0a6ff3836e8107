import type { Stats } from "node:fs";
import type { EntryName } from "@/lib/shared/paths";
import { AppError } from "@/lib/shared/errors";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";
import type { HardLinks } from "./hard-links";
import { isCopyOf } from "./is-copy-of";

type Copied = { item: TreeItem; to: { fd: number }; name: EntryName };
type Options = { links: HardLinks; signal: AbortSignal };

/** So often its times may change, as by names that come and go, between comparing and removing. */
const mostTries = 10;

/** The same file with all that a copy takes along, as far as that can be told without reading. */
const isAlike = (one: Stats, other: Stats) =>
  (["ino", "size", "mtimeMs", "mode", "uid", "gid"] as const).every((part) => one[part] === other[part]);

/**
 * Removes what was copied and compared, unless it was changed or replaced since. A program may write and put the time of that back, but not the
 * time of the last change. Where that is another one, be it by a name that came or went, the bytes are compared once more.
 */
export async function removeSource({ item, to, name }: Copied, { links, signal }: Options): Promise<void> {
  const { stats } = item;
  const source = { fd: item.folder.fd, name: item.name };
  if (stats.nlink < 2 && (await unlinkIfStill(source, stats))) return;
  const fd = await sys.open(childPath(source.fd, source.name), openFlags.placeNoFollow);
  try {
    const copied = await sys.lstatBig(childPath(to.fd, name));
    await links.remove({ fd }, copied, async (isKnown) => {
      for (let tries = 1; tries <= mostTries; tries++) {
        const now = await sys.fstat(fd);
        if (!isAlike(now, stats)) break;
        const isSame = (isKnown && tries === 1) || now.ctimeMs === stats.ctimeMs || !now.isFile();
        if (!isSame && !(await isCopyOf(fd, childPath(to.fd, name), { copied, signal }))) break;
        if (await unlinkIfStill(source, now)) return;
      }
      throw new AppError("file/changed");
    });
  } finally {
    await closeQuietly(fd);
  }
}

/** In the turn of the name that is given up, where no bytes are read. False: its times are others. Throws file/changed where another has the name. */
function unlinkIfStill(source: RelativeName, seen: Stats): Promise<boolean> {
  const path = childPath(source.fd, source.name);
  return namesInTurn([source], async () => {
    const now = await sys.lstat(path);
    if (!isAlike(now, seen)) throw new AppError("file/changed");
    if (now.ctimeMs !== seen.ctimeMs) return false;
    await sys.unlink(path);
    return true;
  });
}
