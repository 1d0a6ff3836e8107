import type { EntryName } from "@/lib/shared/paths";
import type { Noted } from "@/lib/server/storage/noted";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Handle } from "@/lib/server/storage/local/resolve/resolver";
import { syncArrivals } from "./sync-tree";
import type { HardLinks } from "./hard-links";
import { removeSource } from "./remove-source";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeReport } from "@/lib/server/storage/tree-report";
import { closeTreeTarget, type TreeTarget } from "./tree-target";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/** A copy that is whole, not durable yet, of a source that stands. */
export type Arrived = { item: TreeItem; to: Handle; name: EntryName; noted: Noted };
type Left = { item: TreeItem; target: TreeTarget; onLeft: (isGone: boolean) => Promise<void> };

/** With so many of them the disk is asked to write: a kill leaves no more in both places, and no more descriptors stay open. */
const mostFiles = 1_024;
const mostFolders = 64;

export type Settling = {
  /** Files of one folder, which is open now and need not be any more after that. */
  arrive(arrived: readonly Arrived[]): Promise<void>;
  /** A folder whose files have all arrived. `onLeft` is told whether its source was empty at last and is removed. */
  leave(item: TreeItem, target: TreeTarget, onLeft: Left["onLeft"]): Promise<void>;
  /** Whatever waits. Failures are reported. */
  settle(): Promise<void>;
};

type Input = {
  path: string;
  report: TreeReport;
  links: HardLinks;
  onMoved: (arrived: Arrived) => Promise<void>;
};

/**
 * Makes copies durable together, over many folders, and removes their sources only then: one syncfs(2) for a thousand files takes as
 * long as one for five. `onMoved`: a source is gone.
 */
export function settleMoves({ path, report, links, onMoved }: Input): Settling {
  // What has arrived is no copy to break off: a cancel leaves nothing in both places.
  const removal = { links, signal: new AbortController().signal };
  let files: Arrived[] = [];
  let folders: Left[] = [];
  let pending: number[] = [];

  /** The item in a descriptor of its own of the folder that it is in: the walk closes its ones. */
  async function hold(folder: TreeItem["folder"]): Promise<TreeItem["folder"]> {
    const fd = await sys.open(fdPath(folder.fd), openFlags.folderPlace);
    pending.push(fd);
    return { fd, real: folder.real };
  }

  async function settle(): Promise<void> {
    const [settling, leaving, open] = [files, folders, pending];
    [files, folders, pending] = [[], [], []];
    try {
      await syncArrivals([...settling, ...leaving.map(({ target }) => ({ to: target, name: null }))]);
      await eachParallel(settling, 8, (arrived) =>
        removeSource(arrived, removal).then(
          () => onMoved(arrived),
          (error: unknown) => report.fail(arrived.item.path, error),
        ),
      );
      // As they were left: the deepest first.
      for (const { item, onLeft } of leaving) {
        const isGone = await removeFolder(item).catch((error: unknown) => report.fail(item.path, error));
        await onLeft(isGone === true);
      }
    } catch (error) {
      report.fail(path, error);
    } finally {
      for (const { target } of leaving) await closeTreeTarget(target);
      for (const fd of open) await closeQuietly(fd);
    }
  }

  const settleMany = async () => {
    if (files.length >= mostFiles || folders.length >= mostFolders) await settle();
  };

  return {
    settle,
    async arrive(arrived) {
      const [first] = arrived;
      if (first === undefined) return;
      const folder = await hold(first.item.folder);
      for (const one of arrived) files.push({ ...one, item: { ...one.item, folder } });
      await settleMany();
    },
    async leave(item, target, onLeft) {
      folders.push({ item: { ...item, folder: await hold(item.folder) }, target, onLeft });
      await settleMany();
    },
  };
}

/** False when it is left standing, as something in it was skipped or failed. */
async function removeFolder({ folder, name }: TreeItem): Promise<boolean> {
  try {
    await sys.rmdir(childPath(folder.fd, name));
    return true;
  } catch (error) {
    if (isErrno(error, "ENOTEMPTY", "EEXIST", "ENOENT")) return false;
    throw error;
  }
}
