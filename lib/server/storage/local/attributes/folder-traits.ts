import type { BigIntStats } from "node:fs";
import type { VirtualPath } from "@/lib/shared/paths";
import type { FolderTraits } from "@/lib/server/storage/noted-entries";
import { assertFolderWritable } from "@/lib/server/storage/rights";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { childPath, fdPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { assertRoom } from "@/lib/server/storage/local/sys/reserve";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { setTimes } from "@/lib/server/storage/local/sys/times";
import { listXattrs, readXattr, removeXattr, writeXattr } from "@/lib/server/storage/local/sys/xattrs";

const nsPerMs = 1_000_000;
const isAcl = (name: string) => name.startsWith("system.posix_acl_");

/** `path`: of the folder itself; `stats`: as it was when the work began. */
export async function traitsAt(path: FsPath, stats: BigIntStats): Promise<FolderTraits> {
  const xattrs: [string, string][] = [];
  for (const name of await listXattrs(path, { follows: false })) {
    const value = await readXattr(path, name, { follows: false });
    if (value !== null) xattrs.push([name, value.toString("base64")]);
  }
  const { mode, uid, gid, mtimeNs } = stats;
  return {
    mode: Number(mode) & 0o7777,
    uid: Number(uid),
    gid: Number(gid),
    mtimeMs: Number(mtimeNs) / nsPerMs,
    xattrs,
  };
}

/** See {@link Storage.folderTraits}. */
export async function readFolderTraits(resolver: Resolver, path: VirtualPath): Promise<FolderTraits> {
  const handle = await resolver.openHandle(path, openFlags.folder);
  try {
    return await traitsAt(fdPath(handle.fd), await sys.fstatBig(handle.fd));
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}

/** See {@link Storage.remakeFolder}. */
export async function remakeFolder(resolver: Resolver, path: VirtualPath, traits: FolderTraits): Promise<boolean> {
  const location = await resolver.openLocation(path, openFlags.folder);
  try {
    assertFolderWritable(resolver.policy, location, location.name);
    await assertRoom(location.fd, 0);
    const made = childPath(location.fd, location.name);
    await sys.mkdir(made, 0o700);
    const fd = await sys.open(made, openFlags.folderNoFollow);
    try {
      return await dress(fd, traits);
    } finally {
      await closeQuietly(fd);
      await syncFolder(location.fd);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

/** First the owner, last the mode: until then, and where anything is missing, nobody else comes in. */
async function dress(fd: number, { mode, uid, gid, mtimeMs, xattrs }: FolderTraits): Promise<boolean> {
  const at = fdPath(fd);
  const works = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  let isWhole = xattrs !== null && (await works(sys.fchown(fd, uid, gid)));
  const wanted = new Map(xattrs);
  // What the folder that it is in gives to new ones is not its.
  for (const name of await listXattrs(at, { follows: true }))
    if (isAcl(name) && !wanted.has(name)) isWhole = (await works(removeXattr(at, name))) && isWhole;
  for (const [name, value] of wanted)
    isWhole = (await works(writeXattr(at, name, Buffer.from(value, "base64")))) && isWhole;
  await sys.fchmod(fd, isWhole ? mode & 0o3777 : mode & 0o700);
  const mtimeNs = BigInt(Math.round(mtimeMs * nsPerMs));
  await works(setTimes(at, { atimeNs: mtimeNs, mtimeNs }, { follows: true }));
  return isWhole;
}
