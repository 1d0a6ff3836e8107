import type { EntryName } from "@/lib/shared/paths";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import type { RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { temporaryName } from "@/lib/server/storage/own-names";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

type Placing = {
  item: TreeItem;
  to: { fd: number; real: string };
  journal: Journal;
  /** Moves the finished one to its name. */
  commit: (temporary: RelativeName) => Promise<EntryName>;
};
type Copied = { path: string; dev: bigint; ino: bigint };

/** What stays one file under several names. Gives the name that the entry got. */
export type HardLinks = { place(placing: Placing, copy: () => Promise<EntryName>): Promise<EntryName> };

/** Beyond this many files with several names the rest is copied name by name. */
const maxKnown = 100_000;
/** No hard links there, too many of them, another disk, or the first copy is gone: then there are two files. */
const apart = ["EPERM", "EOPNOTSUPP", "ENOTSUP", "ENOSYS", "EMLINK", "EXDEV", "ENOENT", "ENOTDIR"];

/** Keeps hard links within one copied tree. */
export function createHardLinks(): HardLinks {
  const known = new Map<string, Promise<Copied | null>>();

  async function copyFirst({ to }: Placing, copy: () => Promise<EntryName>) {
    const name = await copy();
    const { dev, ino } = await sys.lstatBig(childPath(to.fd, name));
    return { name, copied: { path: joinPlace(to.real, name), dev, ino } };
  }

  return {
    async place(placing, copy) {
      const { dev, ino, nlink } = placing.item.stats;
      if (nlink < 2) return copy();
      const key = `${dev}:${ino}`;
      const earlier = known.get(key);
      if (earlier === undefined) {
        const first = copyFirst(placing, copy);
        const copied = first.then(
          (made) => made.copied,
          () => null,
        );
        if (known.size < maxKnown) known.set(key, copied);
        return (await first).name;
      }
      const copied = await earlier;
      const name = copied === null ? null : await link(copied, placing);
      return name ?? copy();
    },
  };
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
