import type { EntryName } from "@/lib/shared/paths";
import type { Entry, EntryKind, EntryStat } from "@/lib/server/storage/storage";
import { stampOf, type Noted } from "@/lib/server/storage/noted";
import type { SftpAttributes } from "./protocol/packet";

const typeBits = 0o170000;
const kinds: Readonly<Record<number, EntryKind>> = { 0o100000: "file", 0o040000: "folder", 0o120000: "link" };

/** A server that tells no modes tells no kinds either: then it is taken for a file. */
export function kindOf({ mode }: SftpAttributes): EntryKind {
  return mode === undefined || (mode & typeBits) === 0 ? "file" : (kinds[mode & typeBits] ?? "special");
}

/**
 * Length and time of the last change, which is all that a listing and a stat tell alike. Weaker than a disk's: the time is in whole seconds, so that two changes
 * within one that keep the length look the same. What we write ourselves gets a later time than what it replaces, and see {@link SeenContents}.
 */
export function etagOf({ sizeBytes = 0, mtimeS = 0 }: SftpAttributes): string {
  return `"s${mtimeS.toString(16)}-${sizeBytes.toString(16)}"`;
}

export function entryOf(name: EntryName, attributes: SftpAttributes): Entry {
  const kind = kindOf(attributes);
  const { sizeBytes = 0, mtimeS = 0, mode = 0 } = attributes;
  return { name, kind, sizeBytes: kind === "file" ? sizeBytes : 0, mtimeMs: mtimeS * 1000, mode: mode & 0o7777 };
}

export function statOf(name: EntryName, attributes: SftpAttributes, writable: boolean): EntryStat {
  const { uid = 0, gid = 0 } = attributes;
  return { ...entryOf(name, attributes), uid, gid, etag: entryEtagOf(attributes), writable };
}

/** How long a folder's own list of names is would tell of those that are denied. */
export function entryEtagOf(attributes: SftpAttributes): string {
  const { sizeBytes: _, ...others } = attributes;
  return etagOf(kindOf(attributes) === "folder" ? others : attributes);
}

/** What was looked at: the protocol knows no numbers of files. `text`: of a link. */
export function notedOf(attributes: SftpAttributes, text?: string): Noted {
  return { id: null, stamp: stampOf({ kind: kindOf(attributes), etag: entryEtagOf(attributes), text }) };
}

const latestS = 0xffff_ffff;

/** The two times, which only go together: what the protocol has room for. */
export function timesOf(mtimeMs: number): { atimeS: number; mtimeS: number } {
  const seconds = (ms: number) => Math.max(0, Math.min(latestS, Math.floor(ms / 1000)));
  return { atimeS: seconds(Date.now()), mtimeS: seconds(mtimeMs) };
}
