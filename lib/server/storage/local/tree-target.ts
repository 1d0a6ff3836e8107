import type { Stats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { TreeConflict } from "@/lib/server/storage/storage";
import { applyAttributes } from "./copy-leaf";
import { isErrno } from "./errno";
import { freeNames } from "./free-names";
import { childPath, joinHost } from "./fs-path";
import { syncFolder } from "./place-entry";
import type { Policy } from "./policy";
import { assertWritable, realPathOf, type Place } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";

/** A folder that receives; `made` when it was created here and so gets the source's attributes. */
export type TreeTarget = Place & { name: EntryName; made: boolean };

export type TargetInput = { into: Place; name: EntryName; conflict: TreeConflict; isTop: boolean; policy: Policy };

/**
 * Makes or, where one of the name stands, opens the folder that a source folder goes into. At the top `fail` refuses any
 * entry of the name and `rename` takes a new one; below the top folders of the same name are always merged. Null: skipped.
 */
export async function openTreeTarget({ into, name, conflict, isTop, policy }: TargetInput): Promise<TreeTarget | null> {
  for (const candidate of freeNames(name)) {
    assertWritable(policy, into, candidate);
    try {
      await sys.mkdir(childPath(into.fd, candidate), 0o700);
      return await openTarget({ into, name: candidate, made: true, policy });
    } catch (error) {
      if (!isErrno(error, "EEXIST") || (isTop && conflict === "fail")) throw error;
    }
    const stats = await sys.lstat(childPath(into.fd, candidate));
    const merges = stats.isDirectory() && !(isTop && conflict === "rename");
    if (merges) return openTarget({ into, name: candidate, made: false, policy });
    if (conflict === "skip") return null;
    if (conflict === "replace") throw new AppError("file/not-folder");
    if (conflict === "fail" || conflict === "ask") throw new AppError("file/exists");
  }
  throw new AppError("file/exists");
}

type OpenInput = { into: Place; name: EntryName; made: boolean; policy: Policy };

async function openTarget({ into, name, made, policy }: OpenInput): Promise<TreeTarget> {
  const fd = await sys.open(childPath(into.fd, name), openFlags.folderNoFollow);
  try {
    const real = await realPathOf(fd);
    if (real !== joinHost(into.real, name)) throw new AppError("file/not-found"); // moved meanwhile
    return { fd, real, access: policy.access(real), root: into.root, name, made };
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

/** Gives a finished folder the attributes of its source, makes its names durable and closes it. */
export async function finishTreeTarget(target: TreeTarget, source: Stats): Promise<void> {
  try {
    if (target.made) await applyAttributes(target.fd, source, 0o3777);
    await syncFolder(target.fd);
  } finally {
    await closeQuietly(target.fd);
  }
}
