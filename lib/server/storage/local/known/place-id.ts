import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, parentOfHost, toFsPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { callLibcNow, cPath, loadLibc } from "@/lib/server/storage/local/sys/libc";
import { mayCallSync, timed } from "@/lib/server/storage/local/sys/quick-disks";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { AppError } from "@/lib/shared/errors";
import type { Numbers } from "@/lib/server/storage/policy";

/**
 * What a rename does not change: the number of the inode, and when it was made, for numbers are used again. In seconds: as parts of milliseconds Node's
 * two kinds of numbers are rounded apart. Where a disk keeps no such time, the device takes its place.
 */
export function placeIdOf({ dev, ino, birthtimeMs }: Numbers): string {
  const born = Math.floor(Number(birthtimeMs) / 1_000);
  return born > 0 ? `${Number(ino)}:${born}` : `${Number(ino)}@${dev}`;
}

/** statx(2): by the last part of the path itself, from what the kernel has in memory. */
const [atSymlinkNoFollow, atNoAutomount, atEmptyPath, dontSync] = [0x1_00, 0x8_00, 0x10_00, 0x40_00];
const flags = atSymlinkNoFollow | atNoAutomount | atEmptyPath | dontSync;
const [typeBit, inoBit, birthBit] = [0x1, 0x1_00, 0x8_00];
const answer = Buffer.alloc(256);
const at = { mask: 0, mode: 28, ino: 32, birth: 80, major: 136, minor: 140 } as const;
const [kindBits, folderBits] = [0o170000, 0o040000];

type Seen = { id: string; isFolder: boolean };

function takeAnswer(): Seen {
  const [major, minor] = [answer.readUInt32LE(at.major), answer.readUInt32LE(at.minor)];
  const hasBirth = (answer.readUInt32LE(at.mask) & birthBit) !== 0;
  const id = placeIdOf({
    dev: ((major & 0xfff) << 8) | (minor & 0xff) | ((minor & 0xfff00) << 12),
    ino: answer.readUInt32LE(at.ino + 4) * 4_294_967_296 + answer.readUInt32LE(at.ino),
    birthtimeMs: hasBirth
      ? answer.readUInt32LE(at.birth) * 1_000 + answer.readInt32LE(at.birth + 4) * 4_294_967_296_000
      : 0,
  });
  return { id, isFolder: (answer.readUInt16LE(at.mode) & kindBits) === folderBits };
}

/** The paths upwards, each with its zero byte: `..`, `../..` and so on. */
const upPaths: Buffer[] = [Buffer.from([0])];
function pathUp(levels: number): Buffer {
  for (let next = upPaths.length; next <= levels; next++)
    upPaths.push(Buffer.from(`${Array.from({ length: next }, () => "..").join("/")}\0`));
  return upPaths[levels] ?? Buffer.from([0]);
}

function lookNow(fd: number, path: Buffer): Seen {
  callLibcNow("statx", fd, path, flags, typeBit | inoBit | birthBit, answer);
  return takeAnswer();
}

let isReady = false;
let isRefused = false;
const prepare = async () => {
  isReady = (await loadLibc())?.functions.has("statx") === true;
};

/**
 * What was opened and the folders that it is in, from the inside to the top, as many as its path has. Asked of the descriptor, so that whoever renames something
 * above it meanwhile changes nothing. What is no folder knows no parent: it is looked for in the folder that its path names, and file/not-found when
 * another has its name there by now.
 */
export async function idsUpwards(fd: number, real: string): Promise<string[]> {
  if (!isReady && !isRefused) await prepare();
  const levels = real === "/" ? 0 : real.split("/").length - 1;
  const own = await seen(fd, "");
  if (own.isFolder) return [own.id, ...(await parentsOf(fd, levels - 1, real))];
  const slash = real.lastIndexOf("/");
  const folder = await sys.open(toFsPath(slash === 0 ? "/" : real.slice(0, slash)), openFlags.folderPlace);
  try {
    const name = real.slice(slash + 1);
    if ((await seen(folder, name)).id !== own.id) throw new AppError("file/not-found");
    const above = await seen(folder, "");
    return [own.id, above.id, ...(await parentsOf(folder, levels - 2, parentOfHost(real)))];
  } finally {
    await closeQuietly(folder);
  }
}

/** What a name in an open folder is, or, with none, what is open. */
async function seen(fd: number, name: string): Promise<Seen> {
  if (canCallNow()) {
    try {
      return timed(() => lookNow(fd, cPath(toFsPath(name))));
    } catch (error) {
      noteRefusal(error);
    }
  }
  const stats = await (name === "" ? sys.fstatBig(fd) : sys.lstatBig(childPath(fd, name)));
  return { id: placeIdOf(stats), isFolder: stats.isDirectory() };
}

async function parentsOf(fd: number, levels: number, real: string): Promise<string[]> {
  if (levels <= 0) return [];
  if (canCallNow()) {
    try {
      return timed(() => Array.from({ length: levels }, (_, index) => lookNow(fd, pathUp(index + 1)).id));
    } catch (error) {
      noteRefusal(error);
    }
  }
  const ids: Promise<string>[] = [];
  let place = real;
  for (let up = ".."; ids.length < levels; up += "/..") {
    place = parentOfHost(place);
    ids.push(idAt(childPath(fd, up), toFsPath(place)));
  }
  return Promise.all(ids);
}

/** `path`: for a server without root's rights, which may know the path of a folder that it may not leave upwards. */
async function idAt(upwards: FsPath, path: FsPath): Promise<string> {
  const stats = await sys.lstatBig(upwards).catch((error: unknown) => {
    if (isErrno(error, "EACCES")) return sys.lstatBig(path);
    throw error;
  });
  return placeIdOf(stats);
}

const canCallNow = () => isReady && !isRefused && mayCallSync();

/** Where the call is not there, or a sandbox refuses it, paths go on. */
function noteRefusal(error: unknown): void {
  if (isErrno(error, "ENOSYS", "EPERM", "EINVAL")) isRefused = true;
}
