import { assertWritable } from "@/lib/server/storage/rights";
import type { BigIntStats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { TreeConflict } from "@/lib/server/storage/storage";
import { applyAttributes } from "@/lib/server/storage/local/attributes/attributes";
import { rulesOf, type FolderRules } from "@/lib/server/storage/local/attributes/folder-rules";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { freeNames } from "@/lib/server/storage/free-names";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import type { Policy } from "@/lib/server/storage/policy";
import type { Handle } from "@/lib/server/storage/local/resolve/resolver";
import { realPathBelow } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/**
 * A folder that receives; `made` when it was created here and so gets what its source had when the work began. `seen`: that, of one that stood there as well.
 */
export type TreeTarget = Handle & {
  name: EntryName;
  seen: BigIntStats;
  made: { source: TreeItem; stats: BigIntStats; rules: FolderRules } | null;
};

type FolderId = { dev: bigint; ino: bigint };
type Receiver = { id: FolderId; folder: Handle; above: Receiver | null };

/** Folders that receive, up to the one that everything goes into. */
const receivers = new WeakMap<Handle, Receiver>();

async function receiverOf(folder: Handle): Promise<Receiver> {
  const { dev, ino } = await sys.fstatBig(folder.fd);
  return { id: { dev, ino }, folder, above: null };
}

/**
 * What is on its way into a folder must not be that folder: each level would find the one that was just made. Paths do not tell that where the source holds a bind
 * mount of the target, or somebody moves the target into it meanwhile.
 */
function assertApart(source: FolderId, into: Receiver): void {
  for (let at: Receiver | null = into; at !== null; at = at.above)
    if (at.id.dev === source.dev && at.id.ino === source.ino) throw new AppError("file/into-itself");
}

export type TargetInput = {
  source: TreeItem;
  into: Handle;
  name: EntryName;
  conflict: TreeConflict;
  isTop: boolean;
  policy: Policy;
};

/**
 * Makes or, where one of the name stands, opens the folder that a source folder goes into. At the top `fail` refuses any
 * entry of the name and `rename` takes a new one; below the top folders of the same name are always merged. Null: skipped.
 */
export async function openTreeTarget(input: TargetInput): Promise<TreeTarget | null> {
  const { source, into, name, conflict, isTop, policy } = input;
  const stats = await sys.lstatBig(childPath(source.folder.fd, source.name));
  const receiver = receivers.get(into) ?? (await receiverOf(into));
  assertApart(stats, receiver);
  const above = { into, receiver, policy, seen: stats };
  for (const candidate of freeNames(name)) {
    assertWritable(policy, into, candidate);
    try {
      await sys.mkdir(childPath(into.fd, candidate), 0o700);
      return await openTarget({ ...above, name: candidate, made: { source, stats, rules: await rulesOf(into) } });
    } catch (error) {
      if (!isErrno(error, "EEXIST") || (isTop && conflict === "fail")) throw error;
    }
    const standing = await sys.lstat(childPath(into.fd, candidate));
    const merges = standing.isDirectory() && !(isTop && conflict === "rename");
    if (merges) return openTarget({ ...above, name: candidate, made: null });
    if (conflict === "skip") return null;
    if (conflict === "replace") throw new AppError("file/not-folder");
    if (conflict === "fail" || conflict === "ask" || conflict === "newer") throw new AppError("file/exists");
  }
  throw new AppError("file/exists");
}

type OpenInput = Pick<TreeTarget, "name" | "seen" | "made"> & { into: Handle; receiver: Receiver; policy: Policy };

async function openTarget({ into, receiver, name, seen, made, policy }: OpenInput): Promise<TreeTarget> {
  const fd = await sys.open(childPath(into.fd, name), openFlags.folderNoFollow);
  try {
    const real = await realPathBelow(into, name, fd);
    if (real !== joinPlace(into.real, name)) throw new AppError("file/not-found"); // moved meanwhile
    const target = { fd, real, access: policy.access(real), root: into.root, name, seen, made };
    receivers.set(target, { ...(await receiverOf(target)), above: receiver });
    return target;
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

/**
 * Gives a folder what its source has, makes its names durable and closes it: when everything is in it, or when the work was stopped
 * (what has come is as it was, not closed to all others).
 */
export async function finishTreeTarget(target: TreeTarget): Promise<void> {
  try {
    await dressTreeTarget(target, "copied");
    await syncFolder(target.fd);
  } finally {
    await closeTreeTarget(target);
  }
}

/** As long as its source's folder is open. `kept`: as for the files in it. */
export async function dressTreeTarget({ fd, made }: TreeTarget, kept: "all" | "copied"): Promise<void> {
  if (made === null) return;
  const { source, stats } = made;
  const rules = kept === "all" ? null : made.rules;
  const from = childPath(source.folder.fd, source.name);
  await applyAttributes(fd, { from, stats, kept, rules });
}

/**
 * Takes back a folder that was made for what then failed, as on a full disk, as long as nothing is in it. Before the folder that it is in is closed. Whether
 * it is gone.
 */
export async function takeBackEmpty(target: TreeTarget): Promise<boolean> {
  const into = receivers.get(target)?.above?.folder;
  if (target.made === null || into === undefined) return false;
  return sys.rmdir(childPath(into.fd, target.name)).then(
    () => true,
    () => false,
  );
}

export function closeTreeTarget(target: TreeTarget): Promise<void> {
  return closeQuietly(target.fd);
}
