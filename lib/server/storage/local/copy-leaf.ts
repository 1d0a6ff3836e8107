import type { Stats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { TreeOptions } from "@/lib/server/storage/storage";
import { copyAttributes } from "./attributes";
import { copyContent } from "./copy-content";
import { isErrno } from "./errno";
import { freeNames } from "./free-names";
import { childPath, fdPath, joinHost } from "./fs-path";
import type { HardLinks } from "./hard-links";
import type { Journal } from "./journal";
import type { Replacing } from "./keep-replaced";
import { commitFile, type Spot } from "./place-entry";
import type { Policy } from "./policy";
import { assertWritable, type Place } from "./resolver";
import { hasSameBytes } from "./same-bytes";
import { settleClash, type Settled } from "./settle-clash";
import { closeQuietly, openFlags, sys } from "./sys";
import { temporaryName } from "./temporary";
import type { TreeItem } from "./tree-walk";

export type LeafInput = {
  item: TreeItem;
  to: Place;
  name: EntryName;
  options: Pick<TreeOptions, "conflict" | "onClash">;
  /** Virtual path of `to`. */
  folder: string;
  policy: Policy;
  journal: Journal;
  signal: AbortSignal;
  onBytes: (count: number) => void;
  /** Before the source of a move is removed: read both back and compare. */
  verify: boolean;
  links: HardLinks;
  /** Whether it has xattrs or an ACL to take along. */
  hasAttributes: boolean;
  replacing: Replacing;
};

/** Copies a file or a link under a name in an open folder. Gives the name it got, or null when it was skipped. */
export async function copyLeaf(leaf: LeafInput): Promise<EntryName | null> {
  const { item, to, name, policy } = leaf;
  assertWritable(policy, to, name);
  const conflict = await settleClash(leaf);
  const input = { ...leaf, conflict };
  if (!item.stats.isFile() && !item.stats.isSymbolicLink()) throw new AppError("file/special");
  if (conflict === "skip" || conflict === "fail") {
    const exists = await isTaken(to, name);
    if (exists && conflict === "skip") return null;
    if (exists) throw new AppError("file/exists");
  }
  if (conflict === "replace") assertOverwritable(policy, to, name);
  try {
    if (!item.stats.isFile()) return await copyLink(input);
    const placing = { ...input, commit: (temporary: Spot) => commitLeaf(input, temporary) };
    return await leaf.links.place(placing, () => copyFile(input));
  } catch (error) {
    if (conflict === "skip" && isErrno(error, "EEXIST")) return null; // came into being meanwhile
    throw error;
  }
}

/** A protected entry is not overwritten by a move or copy, also not through a replaced link. */
export function assertOverwritable(policy: Policy, to: Place, name: EntryName): void {
  const real = joinHost(to.real, name);
  if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
}

export async function isTaken(folder: { fd: number }, name: EntryName): Promise<boolean> {
  try {
    await sys.lstat(childPath(folder.fd, name));
    return true;
  } catch (error) {
    if (isErrno(error, "ENOENT")) return false;
    throw error;
  }
}

type SettledLeaf = LeafInput & { conflict: Settled };

async function copyFile(input: SettledLeaf): Promise<EntryName> {
  const { item, to, journal, signal, onBytes } = input;
  const source = await openSource(item);
  const temporary = { fd: to.fd, name: temporaryName() };
  let fd: number | null = null;
  try {
    await journal.recordFolder(to.real);
    const path = childPath(to.fd, temporary.name);
    fd = await copyContent({ fromFd: source.fd, stats: source.stats, to: path, folderFd: to.fd, signal, onBytes });
    if (input.hasAttributes) await copyAttributes(source.fd, fd);
    await applyAttributes(fd, source.stats, input.verify ? 0o7777 : 0o777);
    await sys.fsync(fd);
    if (input.verify && !(await hasSameBytes(source.fd, fd, signal))) throw new AppError("file/io", { code: "EIO" });
    return await commitLeaf(input, temporary);
  } catch (error) {
    await sys.unlink(childPath(to.fd, temporary.name)).catch(() => {});
    throw error;
  } finally {
    if (fd !== null) await closeQuietly(fd);
    await closeQuietly(source.fd);
  }
}

type Committed = Pick<LeafInput, "item" | "to" | "name" | "replacing"> & { conflict: Settled };

/** Moves the finished copy to its name; what it replaces is kept. */
function commitLeaf({ item, to, name, conflict, replacing }: Committed, temporary: Spot): Promise<EntryName> {
  const commit = () => commitFile(temporary, name, conflict === "skip" ? "fail" : conflict);
  return conflict === "replace" ? replacing({ item, to, name }, commit) : commit();
}

/** Opens what is a regular file, by name in its open folder; anything put in its place meanwhile is refused unopened. */
async function openSource(item: TreeItem): Promise<{ fd: number; stats: Stats }> {
  const place = await sys.open(childPath(item.folder.fd, item.name), openFlags.placeNoFollow);
  try {
    const stats = await sys.fstat(place);
    if (!stats.isFile()) throw new AppError("file/special");
    return { fd: await sys.open(fdPath(place), openFlags.read), stats };
  } finally {
    await closeQuietly(place);
  }
}

async function copyLink(input: SettledLeaf): Promise<EntryName> {
  const { item, to, name, conflict, journal } = input;
  const text = Buffer.from(await sys.readlink(childPath(item.folder.fd, item.name)), "latin1");
  if (conflict === "replace" && (await isTaken(to, name))) {
    const temporary = { fd: to.fd, name: temporaryName() };
    await journal.recordFolder(to.real);
    await sys.symlink(text, childPath(to.fd, temporary.name));
    try {
      return await commitLeaf(input, temporary);
    } catch (error) {
      await sys.unlink(childPath(to.fd, temporary.name)).catch(() => {});
      throw error;
    }
  }
  for (const candidate of freeNames(name)) {
    try {
      await sys.symlink(text, childPath(to.fd, candidate));
      await sys.lchown(childPath(to.fd, candidate), item.stats.uid, item.stats.gid).catch(() => {});
      return candidate;
    } catch (error) {
      if (conflict !== "rename" || !isErrno(error, "EEXIST")) throw error;
    }
  }
  throw new AppError("file/exists");
}

/** Times, the mode bits of the mask and, where the process may, the owner. Set-user-id is not spread by copying. */
export async function applyAttributes(fd: number, stats: Stats, modeMask: number): Promise<void> {
  const owned = await sys.fchown(fd, stats.uid, stats.gid).then(
    () => true,
    () => false,
  );
  await sys.fchmod(fd, stats.mode & (owned ? modeMask : modeMask & 0o1777));
  await sys.futimes(fd, stats.atimeMs / 1000, stats.mtimeMs / 1000);
}
