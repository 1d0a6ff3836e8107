import type { BigIntStats, Stats } from "node:fs";
import { stampOf, type Noted } from "@/lib/server/storage/noted";
import { entryEtagOf, kindOf } from "@/lib/server/storage/local/resolve/entries";
import { fromLatin1, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { fileIdOf } from "@/lib/server/storage/local/sys/file-id";

/** What was looked at. `text`: of a link. */
export function notedOf(stats: BigIntStats, text?: string): Noted {
  return { id: fileIdOf(stats), stamp: stampOf({ kind: kindOf(stats), etag: entryEtagOf(stats), text }) };
}

/** Of what is at a path, a link not followed. */
export async function noteAt(path: FsPath): Promise<Noted> {
  const stats = await sys.lstatBig(path);
  return notedOf(stats, stats.isSymbolicLink() ? fromLatin1(await sys.readlink(path)) : undefined);
}

/** Of what was renamed, and seen before that: where the disk knows its files that is enough, whatever has the name by now. */
export async function noteRenamed(seen: Stats, path: FsPath): Promise<Noted> {
  const id = fileIdOf(seen);
  return id === null ? noteAt(path) : { id, stamp: null };
}
