import { isErrno } from "@/lib/server/storage/local/sys/errno";
import { childPath, parentOfHost, toFsPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { cPath, loadLibc } from "@/lib/server/storage/local/sys/libc";
import { placeIdOf, toMs } from "@/lib/server/storage/local/sys/file-id";
import { mayCallSync, timed } from "@/lib/server/storage/local/sys/quick-disks";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { AppError } from "@/lib/shared/errors";

/** statx(2): by the last part of the path itself, from what the kernel has in memory. */
const [atSymlinkNoFollow, atNoAutomount, atEmptyPath, dontSync] = [0x1_00, 0x8_00, 0x10_00, 0x40_00];
const flags = atSymlinkNoFollow | atNoAutomount | atEmptyPath | dontSync;
const [typeBit, inoBit, birthBit] = [0x1, 0x1_00, 0x8_00];
const answer = Buffer.alloc(256);
const words = new Uint32Array(answer.buffer, answer.byteOffset, 64);
const at = { mask: 0, mode: 28 / 4, ino: 32 / 4, birth: 80 / 4, major: 136 / 4, minor: 140 / 4 } as const;
const [kindBits, folderBits] = [0o170000, 0o040000];
const refusals = new Set([1, 22, 38]); // EPERM, EINVAL, ENOSYS

type Seen = { id: string; isFolder: boolean };

const word = (index: number) => words[index] ?? 0;
const wide = (index: number) => word(index + 1) * 4_294_967_296 + word(index);

function takeAnswer(): Seen {
  const [major, minor] = [word(at.major), word(at.minor)];
  const id = placeIdOf({
    dev: ((major & 0xfff) << 8) | (minor & 0xff) | ((minor & 0xfff00) << 12),
    ino: wide(at.ino),
    // Before 1970 is no time at which anything was made.
    birthtimeMs: (word(at.mask) & birthBit) === 0 ? 0 : toMs(wide(at.birth), word(at.birth + 2)),
  });
  return { id, isFolder: (word(at.mode) & kindBits) === folderBits };
}

const namesUp = (levels: number) => Array.from({ length: levels }, () => "..").join("/");

/** The paths upwards, each with its zero byte: `..`, `../..` and so on. */
const upPaths: Buffer[] = [];
const pathUp = (levels: number) => (upPaths[levels] ??= Buffer.from(`${namesUp(levels)}\0`));

type Libc = NonNullable<Awaited<ReturnType<typeof loadLibc>>>;
let statx: ReturnType<Libc["functions"]["get"]>;
let errno = () => 0;
let isPrepared = false;

async function prepare(): Promise<void> {
  const libc = await loadLibc();
  statx = libc?.functions.get("statx");
  if (libc !== null) errno = libc.errno;
  isPrepared = true;
}

/** At once; null where it fails, for paths to say why, and where it is not there or a sandbox refuses it, from then on. */
function lookNow(fd: number, path: Buffer): Seen | null {
  if (statx === undefined) return null;
  if (statx(fd, path, flags, typeBit | inoBit | birthBit, answer) === 0) return takeAnswer();
  if (refusals.has(errno())) statx = undefined;
  return null;
}

/**
 * What was opened and the folders that it is in, from the inside to the top, as many as its path has. Asked of the descriptor, so that whoever renames something
 * above it meanwhile changes nothing. What is no folder knows no parent: it is looked for in the folder that its path names, and file/not-found when
 * another has its name there by now.
 */
export async function idsUpwards(fd: number, real: string): Promise<string[]> {
  if (!isPrepared) await prepare();
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
  const now = mayCallSync() ? timed(() => lookNow(fd, cPath(toFsPath(name)))) : null;
  if (now !== null) return now;
  const stats = await (name === "" ? sys.fstatBig(fd) : sys.lstatBig(childPath(fd, name)));
  return { id: placeIdOf(stats), isFolder: stats.isDirectory() };
}

/**
 * So many levels are looked at from one folder, then the last of them is opened for the next: the kernel walks each `../..` anew, so that all of them from the
 * same one would cost the square of their number. Others have their turn in between.
 */
const levelsTogether = 16;

async function parentsOf(fd: number, levels: number, real: string): Promise<string[]> {
  const ids: string[] = [];
  let [from, place] = [fd, real];
  try {
    while (ids.length < levels) {
      const part = Math.min(levelsTogether, levels - ids.length);
      ids.push(...(await partUpwards(from, part, place)));
      if (ids.length === levels) break;
      const [before, upwards] = [from, childPath(from, namesUp(part))];
      for (let up = 0; up < part; up++) place = parentOfHost(place);
      from = await orByPath(upwards, place, (path) => sys.open(path, openFlags.folderPlace));
      if (before !== fd) await closeQuietly(before);
    }
    // What was moved while others had their turn may have more above it by now than was looked at.
    if (from !== fd && (await realPathOf(fd)) !== real) throw new AppError("file/not-found");
    return ids;
  } finally {
    if (from !== fd) await closeQuietly(from);
  }
}

/** From an open folder, of which `real` is the path; at most {@link levelsTogether}. */
async function partUpwards(fd: number, levels: number, real: string): Promise<string[]> {
  if (mayCallSync()) {
    const now = timed(() => lookUpNow(fd, levels));
    if (now !== null) return now;
  }
  const ids: Promise<string>[] = [];
  let place = real;
  while (ids.length < levels) {
    place = parentOfHost(place);
    const upwards = childPath(fd, namesUp(ids.length + 1));
    ids.push(orByPath(upwards, place, async (path) => placeIdOf(await sys.lstatBig(path))));
  }
  return Promise.all(ids);
}

/** By its path where a server without root's rights may not leave a folder upwards. */
async function orByPath<T>(upwards: FsPath, path: string, look: (path: FsPath) => Promise<T>): Promise<T> {
  return look(upwards).catch((error: unknown) => {
    if (isErrno(error, "EACCES")) return look(toFsPath(path));
    throw error;
  });
}

function lookUpNow(fd: number, levels: number): string[] | null {
  const ids: string[] = [];
  for (let up = 1; up <= levels; up++) {
    const seen = lookNow(fd, pathUp(up));
    if (seen === null) return null;
    ids.push(seen.id);
  }
  return ids;
}
