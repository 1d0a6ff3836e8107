import fs from "node:fs";
import type { VirtualPath } from "@/lib/shared/paths";
import type { EntryDetails } from "@/lib/server/storage/entry-details";
import { asDate, entryEtagOf, kindOf } from "@/lib/server/storage/local/resolve/entries";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { fileIdOf } from "@/lib/server/storage/local/sys/file-id";
import { nameOfId } from "./name-of-id";
import { readAcl } from "./read-acl";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, sys } from "@/lib/server/storage/local/sys/sys";
import { openTreeStart } from "@/lib/server/storage/local/walk/tree-start";

const blockBytes = 512; // stat(2): st_blocks is in units of 512, whatever the disk's own are

/** See {@link Storage.details}. A link tells of itself. */
export async function readDetails(resolver: Resolver, path: VirtualPath): Promise<EntryDetails> {
  const { item, folder, access } = await openTreeStart(resolver, path).catch((error: unknown) => {
    throw toAppError(error);
  });
  try {
    const stats = await sys.lstatBig(childPath(item.folder.fd, item.name));
    const isFolder = stats.isDirectory();
    const [uid, gid] = [Number(stats.uid), Number(stats.gid)];
    const [owner, group, acl] = await Promise.all([
      nameOfId("/etc/passwd", uid),
      nameOfId("/etc/group", gid),
      stats.isSymbolicLink() ? null : readAcl(childPath(item.folder.fd, item.name)),
    ]);
    return {
      kind: kindOf(stats),
      sizeBytes: isFolder ? 0 : Number(stats.size),
      allocatedBytes: isFolder ? 0 : Number(stats.blocks) * blockBytes,
      mtimeMs: asDate(Number(stats.mtimeMs)),
      atimeMs: asDate(Number(stats.atimeMs)),
      ctimeMs: asDate(Number(stats.ctimeMs)),
      // Disks that do not keep it say 1970.
      birthtimeMs: stats.birthtimeMs > 0n ? asDate(Number(stats.birthtimeMs)) : null,
      mode: Number(stats.mode & 0o7777n),
      links: isFolder ? 1 : Number(stats.nlink),
      uid,
      gid,
      owner,
      group,
      acl,
      writable: access === "write" && folder.root.writable,
      fileId: fileIdOf(stats),
      etag: entryEtagOf(stats),
    };
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(folder.fd);
  }
}

/** The id of a name or of a number as text; null when there is none. */
export async function findId(table: "passwd" | "group", name: string): Promise<number | null> {
  if (/^\d{1,10}$/.test(name)) return Number(name) < 2 ** 32 - 1 ? Number(name) : null;
  const text = await fs.promises.readFile(`/etc/${table}`, "utf8").catch(() => "");
  const line = text.split("\n").find((entry) => entry.split(":")[0] === name);
  const id = line?.split(":")[2];
  return id === undefined || !/^\d+$/.test(id) ? null : Number(id);
}
