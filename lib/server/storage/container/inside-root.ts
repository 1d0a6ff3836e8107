import { constants, type Stats } from "node:fs";
import type { SftpAttributes } from "@/lib/server/storage/sftp/protocol/packet";
import type { SftpEntry } from "@/lib/server/storage/sftp/protocol/sftp-session";
import { SftpStatus, statusCodes } from "@/lib/server/storage/sftp/protocol/sftp-status";
import { childPath, fdPath, fromLatin1, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { callLibc, cPath } from "@/lib/server/storage/local/sys/libc";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import type { ContainerProcess } from "./open-process";
import { openInside } from "./open-inside";
import { isPseudo } from "./pseudo-file-systems";

/** A name in an open folder. */
export type Inside = { folderFd: number; name: string; path: FsPath };

/** Does something to what is at an absolute path of the container. No link on the way is followed, and nothing of the kernel's own is reached. */
export async function atPath<T>(
  process: ContainerProcess,
  path: string,
  work: (inside: Inside) => Promise<T>,
): Promise<T> {
  const slash = path.lastIndexOf("/");
  const [folder, name] = [path.slice(0, slash) || "/", path.slice(slash + 1)];
  if (slash < 0 || name === "" || name === "." || name === "..") throw new SftpStatus(statusCodes.failure, "no name");
  const folderFd = await openFolder(process, folder);
  try {
    return await work({ folderFd, name, path: childPath(folderFd, name) });
  } finally {
    await closeQuietly(folderFd);
  }
}

/** The folder at an absolute path of the container. The caller closes it. */
export async function openFolder(process: ContainerProcess, path: string): Promise<number> {
  const root = await process.openRoot();
  let fd: number;
  try {
    fd = await openInside(root, path, openFlags.folderPlaceNoFollow);
  } finally {
    await closeQuietly(root);
  }
  try {
    if (await isPseudo(fd)) throw new SftpStatus(statusCodes.denied, "of the kernel");
    return fd;
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

/** Opens a file that is there. Nothing but a regular file: to open a device or a FIFO is to use it. */
export async function openStanding({ path }: Inside, flags: number): Promise<number> {
  const place = await sys.open(path, openFlags.placeNoFollow);
  try {
    if (!(await sys.fstat(place)).isFile()) throw new SftpStatus(statusCodes.failure, "not a regular file");
    // Something may be mounted on a single file.
    if (await isPseudo(place)) throw new SftpStatus(statusCodes.denied, "of the kernel");
    return await sys.open(fdPath(place), flags);
  } finally {
    await closeQuietly(place);
  }
}

const RENAME_NOREPLACE = 1;

/** To a name that nothing has: EEXIST otherwise. */
export async function renameToFree(from: Inside, to: Inside): Promise<void> {
  const names = [from.folderFd, cPath(from.name), to.folderFd, cPath(to.name)] as const;
  await callLibc("renameat2", ...names, RENAME_NOREPLACE);
}

/** What is made in a folder belongs to whom the folder belongs to; on a disk of somebody else's, which may refuse it, to us. */
export async function giveToFolder({ folderFd, path }: Inside): Promise<void> {
  const { uid, gid } = await sys.fstat(folderFd);
  await sys.lchown(path, uid, gid).catch(() => {});
}

export async function changeOpen(fd: number, attributes: SftpAttributes): Promise<void> {
  const { sizeBytes, uid, gid, mode, atimeS, mtimeS } = attributes;
  if (sizeBytes !== undefined) await sys.ftruncate(fd, sizeBytes);
  if (uid !== undefined && gid !== undefined) await sys.fchown(fd, uid, gid);
  if (mode !== undefined) await sys.fchmod(fd, mode & 0o7777);
  if (mtimeS !== undefined) await sys.futimes(fd, atimeS ?? mtimeS, mtimeS);
}

/** What is behind names of an open folder, in Latin-1; those that are gone are left out. */
export async function lookAtNames(folderFd: number, names: readonly string[]): Promise<SftpEntry[]> {
  const found = await Promise.all(names.map((name) => sys.lstatIfAny(childPath(folderFd, fromLatin1(name)))));
  return names.flatMap((name, index) => {
    const stats = found[index] ?? null;
    return stats === null ? [] : [{ bytes: Buffer.from(name, "latin1"), attributes: attributesOf(stats) }];
  });
}

export function attributesOf({ size, uid, gid, mode, atimeMs, mtimeMs }: Stats): SftpAttributes {
  return { sizeBytes: size, uid, gid, mode, atimeS: secondsOf(atimeMs), mtimeS: secondsOf(mtimeMs) };
}

const latestS = 0xffff_ffff;
/** What the protocol of these sessions has room for. */
const secondsOf = (ms: number) => Math.max(0, Math.min(latestS, Math.floor(ms / 1000)));

/** Owner, mode, and times of what a name stands for, a link itself and not where it leads. */
export async function changeAttributes({ path }: Inside, attributes: SftpAttributes): Promise<void> {
  const { uid, gid, mode, atimeS, mtimeS } = attributes;
  if (uid !== undefined && gid !== undefined) await sys.lchown(path, uid, gid);
  if (mode === undefined && mtimeS === undefined) return;
  const place = await sys.open(path, openFlags.placeNoFollow);
  try {
    if (((await sys.fstat(place)).mode & constants.S_IFMT) === constants.S_IFLNK) return; // neither counts for a link
    if (mode !== undefined) await sys.chmod(fdPath(place), mode & 0o7777);
    if (mtimeS !== undefined) await sys.utimes(fdPath(place), atimeS ?? mtimeS, mtimeS);
  } finally {
    await closeQuietly(place);
  }
}
