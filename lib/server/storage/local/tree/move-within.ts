import { assertWritable } from "@/lib/server/storage/rights";
import type { Stats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { TreeOptions } from "@/lib/server/storage/storage";
import { assertOverwritable } from "./copy-leaf";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { freeNames } from "@/lib/server/storage/free-names";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import type { Replacing } from "@/lib/server/storage/local/trash/keep-replaced";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import { renameFolderNoReplace, renameNoReplace } from "@/lib/server/storage/local/journal/place-entry";
import type { Policy } from "@/lib/server/storage/policy";
import type { Handle } from "@/lib/server/storage/local/resolve/resolver";
import { settleClash, type Settled } from "./settle-clash";
import { sys } from "@/lib/server/storage/local/sys/sys";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

/** `apart`: another device; `merge`: both are folders, so their children are moved one by one. */
export type MoveOutcome = { name: EntryName } | "skipped" | "merge" | "apart";

export type MoveWithinInput = {
  item: TreeItem;
  to: Handle;
  options: Pick<TreeOptions, "conflict" | "name" | "onClash">;
  /** Virtual path of `to`. */
  folder: string;
  policy: Policy;
  journal: Journal;
  isTop: boolean;
  replacing: Replacing;
};

/** Moves an entry by renaming it, if the disk can. */
export async function moveWithin(input: MoveWithinInput): Promise<MoveOutcome> {
  const { item, to, policy } = input;
  const leaves = leavesOf(item);
  let settled: Settled | null = null;
  const wanted = (input.isTop ? input.options.name : undefined) ?? item.name;
  for (const name of freeNames(wanted)) {
    assertWritable(policy, to, name);
    try {
      await (item.stats.isDirectory() ? renameTo(input, name) : namesInTurn([leaves], () => renameTo(input, name)));
      return { name };
    } catch (error) {
      if (isErrno(error, "EXDEV")) return "apart";
      if (!isErrno(error, "EEXIST")) throw error;
    }
    const standing = await sys.lstat(childPath(to.fd, name));
    const bothFolders = item.stats.isDirectory() && standing.isDirectory();
    const { conflict } = input.options;
    if (bothFolders && !(input.isTop && (conflict === "rename" || conflict === "fail"))) return "merge";
    // Asked when it is copied.
    if (await areApart(item.folder, to)) return "apart";
    // Once for all the names that are tried.
    settled ??= await settleClash({ ...input, name });
    const clash = await onClash(input, { name, standing, conflict: settled });
    if (clash !== null) return clash;
  }
  throw new AppError("file/exists");
}

const leavesOf = ({ folder, name }: TreeItem) => ({ fd: folder.fd, name });

async function renameTo({ item, to, journal }: MoveWithinInput, name: EntryName): Promise<void> {
  const spots = { from: { fd: item.folder.fd, name: item.name }, to: { fd: to.fd, name } };
  if (!item.stats.isDirectory()) return renameNoReplace(spots.from, spots.to, journal);
  return renameFolderNoReplace({ ...spots, toReal: joinPlace(to.real, name), journal });
}

/** rename(2) and link(2) look at the name first: where it is taken they do not say that it is on another disk. */
async function areApart(from: { fd: number }, to: { fd: number }): Promise<boolean> {
  const [one, other] = await Promise.all([sys.fstatBig(from.fd), sys.fstatBig(to.fd)]);
  return one.dev !== other.dev;
}

/** What the policy says when the name is taken; null: try the next name. */
async function onClash(
  input: MoveWithinInput,
  { name, standing, conflict }: { name: EntryName; standing: Stats; conflict: Settled },
): Promise<MoveOutcome | null> {
  const { item, to, policy, replacing } = input;
  if (conflict === "rename") return null;
  if (conflict === "skip") return "skipped";
  if (conflict === "fail") throw new AppError("file/exists");
  if (standing.isDirectory()) throw new AppError("file/not-file");
  if (item.stats.isDirectory()) throw new AppError("file/not-folder");
  assertOverwritable(policy, to, name);
  try {
    const naming = { free: () => renameTo(input, name), over: () => replace(item, to, name) };
    await replacing({ item, to, name, leaves: leavesOf(item) }, naming);
    return { name };
  } catch (error) {
    if (isErrno(error, "EXDEV")) return "apart";
    throw error;
  }
}

async function replace(item: TreeItem, to: Handle, name: EntryName): Promise<void> {
  const from = childPath(item.folder.fd, item.name);
  const target = childPath(to.fd, name);
  await sys.rename(from, target);
  // rename(2) does nothing when both names are links to the same file: what is asked for is that the old one goes.
  // It has gone through by then: that neither can be looked at takes nothing back.
  const look = (path: FsPath) => sys.lstatBig(path).catch(() => null);
  const [left, moved] = await Promise.all([look(from), look(target)]);
  if (left !== null && moved !== null && left.dev === moved.dev && left.ino === moved.ino) await sys.unlink(from);
}
