import { assertWritable } from "@/lib/server/storage/rights";
import type { BigIntStats, Stats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { Noted } from "@/lib/server/storage/noted";
import type { TreeOptions } from "@/lib/server/storage/storage";
import { applyAttributes } from "@/lib/server/storage/local/attributes/attributes";
import { rulesOf } from "@/lib/server/storage/local/attributes/folder-rules";
import { copyContent } from "./copy-content";
import { copySmall, isSmall } from "./copy-small";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { freeNames } from "@/lib/server/storage/free-names";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath, fromLatin1, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { noteAt, notedOf } from "@/lib/server/storage/local/known/noted-of";
import type { HardLinks } from "./hard-links";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import type { Replacing } from "@/lib/server/storage/local/trash/keep-replaced";
import { commitFile, namingOf, type RelativeName } from "@/lib/server/storage/local/journal/place-entry";
import type { Policy } from "@/lib/server/storage/policy";
import type { Rooms } from "@/lib/server/storage/local/sys/reserve";
import type { Handle } from "@/lib/server/storage/local/resolve/resolver";
import { hasSameBytes } from "@/lib/server/storage/local/write/same-bytes";
import { settleClash, type Settled } from "./settle-clash";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isSizeDoubtful } from "@/lib/server/storage/unsized";
import { setTimes } from "@/lib/server/storage/local/sys/times";
import { temporaryName } from "@/lib/server/storage/own-names";
import type { TreeItem } from "@/lib/server/storage/local/walk/tree-walk";

export type LeafInput = {
  item: TreeItem;
  to: Handle;
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
  /** Not durable when it has its name: the caller syncs, before it relies on it. */
  isSyncedLater: boolean;
  links: HardLinks;
  /** For small files, which do not ask the volume one by one. */
  rooms: Rooms;
  replacing: Replacing;
  /** Told what it is before it has its name, and nobody else can have touched it. */
  onMade: (noted: Noted) => void;
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
    const placing = { ...input, commit: (temporary: RelativeName) => commitLeaf(input, temporary) };
    return await leaf.links.place(placing, () => copyFile(input));
  } catch (error) {
    if (conflict === "skip" && isErrno(error, "EEXIST")) return null; // came into being meanwhile
    throw error;
  }
}

/** A protected entry is not overwritten by a move or copy, also not through a replaced link. */
export function assertOverwritable(policy: Policy, to: Handle, name: EntryName): void {
  const real = joinPlace(to.real, name);
  if (policy.isProtected(real) || policy.holdsProtected(real)) throw new AppError("file/protected");
}

export async function isTaken(folder: { fd: number }, name: EntryName): Promise<boolean> {
  return (await sys.lstatIfAny(childPath(folder.fd, name))) !== null;
}

type SettledLeaf = LeafInput & { conflict: Settled };

async function copyFile(input: SettledLeaf): Promise<EntryName> {
  const { to, journal } = input;
  const temporary = { fd: to.fd, name: temporaryName() };
  try {
    await journal.recordFolder(to.real);
    if (!(await copySmallFile(input, temporary))) await copyAnyFile(input, temporary);
    return await commitLeaf(input, temporary);
  } catch (error) {
    await sys.unlink(childPath(to.fd, temporary.name)).catch(() => {});
    throw error;
  }
}

/** False where it has to be {@link copyAnyFile}. */
async function copySmallFile(input: SettledLeaf, temporary: RelativeName): Promise<boolean> {
  const { item, to, onBytes, rooms, isSyncedLater, verify } = input;
  if (!isSyncedLater || !isSmall(item)) return false;
  await rooms.take(to, item.stats.size);
  const rules = verify ? null : await rulesOf(to);
  if (!copySmall({ item, temporary, verify, isPlain: false, rules })) return false;
  onBytes(item.stats.size);
  return true;
}

async function copyAnyFile(input: SettledLeaf, temporary: RelativeName): Promise<void> {
  const { item, to, signal, onBytes } = input;
  const source = await openSource(item);
  let fd: number | null = null;
  try {
    const path = childPath(to.fd, temporary.name);
    fd = await copyContent({ fromFd: source.fd, stats: source.stats, to: path, folderFd: to.fd, signal, onBytes });
    const [kept, rules] = input.verify ? (["all", null] as const) : (["copied", await rulesOf(to)] as const);
    await applyAttributes(fd, { from: fdPath(source.fd), stats: source.exact, kept, rules });
    if (!input.isSyncedLater) await sys.fsync(fd);
    const { size: sizeBytes } = source.stats;
    if (input.verify && !(await hasSameBytes([source.fd, fd], { sizeBytes, signal })))
      throw new AppError("file/io", { code: "EIO" });
  } finally {
    if (fd !== null) await closeQuietly(fd);
    await closeQuietly(source.fd);
  }
}

type Committed = Pick<LeafInput, "item" | "to" | "name" | "replacing" | "onMade" | "journal"> & { conflict: Settled };

/** Moves the finished copy to its name; what it replaces is kept. */
async function commitLeaf(committed: Committed, temporary: RelativeName): Promise<EntryName> {
  const { item, to, name, conflict, replacing, onMade, journal } = committed;
  onMade(await noteAt(childPath(temporary.fd, temporary.name)));
  if (conflict !== "replace")
    return commitFile(temporary, name, { conflict: conflict === "skip" ? "fail" : conflict, journal });
  return (await replacing({ item, to, name }, namingOf(temporary, name, journal))).done;
}

/** Opens what is a regular file, by name in its open folder; anything put in its place meanwhile is refused unopened. */
async function openSource(item: TreeItem): Promise<{ fd: number; stats: Stats; exact: BigIntStats }> {
  const place = await sys.open(childPath(item.folder.fd, item.name), openFlags.placeNoFollow);
  try {
    const stats = await sys.fstat(place);
    if (!stats.isFile()) throw new AppError("file/special");
    const exact = await sys.fstatBig(place);
    const flags = isSizeDoubtful(stats.size) ? openFlags.readNoWait : openFlags.read;
    return { fd: await sys.open(fdPath(place), flags), stats, exact };
  } finally {
    await closeQuietly(place);
  }
}

async function copyLink(input: SettledLeaf): Promise<EntryName> {
  const { item, to, name, conflict, journal, onMade } = input;
  const source = childPath(item.folder.fd, item.name);
  const raw = await sys.readlink(source);
  const text = Buffer.from(raw, "latin1");
  const times = await sys.lstatBig(source);

  /** Owner and times of the link itself. */
  async function dress(link: FsPath): Promise<void> {
    await sys.lchown(link, item.stats.uid, item.stats.gid).catch(() => {});
    await setTimes(link, times, { follows: false });
  }

  if (conflict === "replace" && (await isTaken(to, name))) {
    const temporary = { fd: to.fd, name: temporaryName() };
    await journal.recordFolder(to.real);
    await sys.symlink(text, childPath(to.fd, temporary.name));
    try {
      await dress(childPath(to.fd, temporary.name));
      return await commitLeaf(input, temporary);
    } catch (error) {
      await sys.unlink(childPath(to.fd, temporary.name)).catch(() => {});
      throw error;
    }
  }
  for (const candidate of freeNames(name)) {
    try {
      await sys.symlink(text, childPath(to.fd, candidate));
      await dress(childPath(to.fd, candidate));
      // By its text: another link of the same one is as good.
      onMade(notedOf(await sys.lstatBig(childPath(to.fd, candidate)), fromLatin1(raw)));
      return candidate;
    } catch (error) {
      if (conflict !== "rename" || !isErrno(error, "EEXIST")) throw error;
    }
  }
  throw new AppError("file/exists");
}
