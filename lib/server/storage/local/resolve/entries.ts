import { constants, type BigIntStats, type Stats } from "node:fs";
import type { EntryName } from "@/lib/shared/paths";
import type { Entry, EntryKind, EntryStat, LinkTarget } from "@/lib/server/storage/storage";
import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, fromLatin1 } from "@/lib/server/storage/local/sys/fs-path";
import type { Policy } from "@/lib/server/storage/policy";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isOwnPlace } from "@/lib/server/storage/own-names";
import { walkLinks } from "./walk-links";

const { S_IFMT, S_IFREG, S_IFDIR, S_IFLNK } = constants;

export function kindOf({ mode }: { mode: number | bigint }): EntryKind {
  const type = Number(mode) & S_IFMT;
  if (type === S_IFREG) return "file";
  if (type === S_IFDIR) return "folder";
  return type === S_IFLNK ? "link" : "special";
}

/** Strong validator (RFC 9110 §8.8.1): another file, another length or a write since then gives another one. */
export function etagOf(stats: Pick<BigIntStats, "dev" | "ino" | "size" | "mtimeNs">): string {
  return `"${[stats.dev, stats.ino, stats.size, stats.mtimeNs].map((part) => part.toString(16)).join("-")}"`;
}

/** A day less than what a Date can be (ECMA-262 §21.4.1.1), for whoever shows it in a zone of their own. */
const latestMs = 8.64e15 - 86_400_000;

/** Disks keep times that are no dates: one file of somebody's must not break the listing of everybody. */
export function asDate(timeMs: number): number {
  return Math.max(-latestMs, Math.min(latestMs, timeMs));
}

/** How long a folder's own list of names is would tell of those that are denied. */
export function entryEtagOf(stats: BigIntStats): string {
  const { dev, ino, mtimeNs } = stats;
  return etagOf(stats.isDirectory() ? { dev, ino, mtimeNs, size: 0n } : stats);
}

export function statOf(stats: BigIntStats, name: EntryName, writable: boolean): EntryStat {
  const kind = kindOf(stats);
  return {
    name,
    kind,
    sizeBytes: kind === "file" ? Number(stats.size) : 0,
    // A division of whole numbers cuts off towards zero, which before 1970 is up.
    mtimeMs: asDate(Number((stats.mtimeNs + (stats.mtimeNs < -500_000n ? -499_999n : 500_000n)) / 1_000_000n)),
    mode: Number(stats.mode & 0o7777n),
    uid: Number(stats.uid),
    gid: Number(stats.gid),
    etag: entryEtagOf(stats),
    writable,
  };
}

export type Folder = { fd: number; real: string };

/** An entry as its folder lists it, or null when it is gone. */
export async function findEntry(policy: Policy, folder: Folder, name: EntryName): Promise<Entry | null> {
  let stats: Stats;
  try {
    stats = await sys.lstat(childPath(folder.fd, name));
  } catch (error) {
    if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
  const entry = entryOf(name, stats);
  if (entry.kind !== "link") return entry;
  const link = await linkOf(policy, folder, name);
  return link === null ? null : { ...entry, link };
}

/** The entry for an lstat, without where a link leads. */
export function entryOf(name: EntryName, stats: Pick<Stats, "mode" | "size" | "mtimeMs">): Entry {
  const kind = kindOf(stats);
  return {
    name,
    kind,
    sizeBytes: kind === "file" ? stats.size : 0,
    mtimeMs: asDate(Math.round(stats.mtimeMs)),
    mode: stats.mode & 0o7777,
  };
}

async function linkOf(policy: Policy, folder: Folder, name: EntryName): Promise<LinkTarget | null> {
  try {
    const text = fromLatin1(await sys.readlink(childPath(folder.fd, name)));
    return { text, leadsTo: await leadsTo(policy, folder, name) };
  } catch (error) {
    if (isErrno(error, "ENOENT", "EINVAL")) return null; // removed or replaced meanwhile
    throw error;
  }
}

async function leadsTo(policy: Policy, folder: Folder, name: EntryName): Promise<LinkTarget["leadsTo"]> {
  const seen = await targetKind(policy, folder, name);
  if (seen !== null) return seen;
  // Missing and outside must not be told apart by whether something exists out there.
  const end = await walkLinks(folder.real, [name], policy);
  return end === "outside" || end === "hidden" ? "outside" : "missing";
}

async function targetKind(policy: Policy, folder: Folder, name: EntryName): Promise<LinkTarget["leadsTo"] | null> {
  let fd: number;
  try {
    fd = await sys.open(childPath(folder.fd, name), openFlags.place);
  } catch {
    return null; // dangling, looping, or not for us: the walk tells which
  }
  try {
    const real = await realPathOf(fd);
    const stats = await sys.fstat(fd);
    policy.meet(stats, real);
    if (policy.access(real) === "none" || isOwnPlace(real)) return "outside";
    const kind = kindOf(stats);
    return kind === "link" ? "missing" : kind;
  } catch {
    return null;
  } finally {
    await closeQuietly(fd);
  }
}
