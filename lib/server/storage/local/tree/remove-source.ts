import type { Stats } from "node:fs";
import type { EntryName } from "@/lib/shared/paths";
import { AppError } from "@/lib/shared/errors";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";
import type { HardLinks } from "./hard-links";
import { isCopyOf } from "./is-copy-of";

type Copied = { item: TreeItem; to: { fd: number }; name: EntryName };
type Options = { links: HardLinks; signal: AbortSignal };

/** The same file with all that a copy takes along, as far as that can be told without reading. */
const isAlike = (one: Stats, other: Stats) =>
  (["ino", "size", "mtimeMs", "mode", "uid", "gid"] as const).every((part) => one[part] === other[part]);

/**
 * Removes what was copied and compared, unless it was changed or replaced since. A program may write and put the time of that back, but not the
 * time of the last change. Where that is another one, be it by a name that came or went, the bytes are compared once more.
 */
export async function removeSource({ item, to, name }: Copied, { links, signal }: Options): Promise<void> {
  const path = childPath(item.folder.fd, item.name);
  const { stats } = item;
  if (stats.nlink < 2) {
    const now = await sys.lstat(path);
    if (isAlike(now, stats) && now.ctimeMs === stats.ctimeMs) return sys.unlink(path);
  }
  const fd = await sys.open(path, openFlags.placeNoFollow);
  try {
    const copied = await sys.lstatBig(childPath(to.fd, name));
    await links.remove({ fd }, copied, async (isKnown) => {
      const now = await sys.fstat(fd);
      if (!isAlike(now, stats)) throw new AppError("file/changed");
      const isSame = isKnown || now.ctimeMs === stats.ctimeMs || !now.isFile();
      if (!isSame && !(await isCopyOf(fd, childPath(to.fd, name), { copied, signal })))
        throw new AppError("file/changed");
      await sys.unlink(path);
    });
  } finally {
    await closeQuietly(fd);
  }
}
