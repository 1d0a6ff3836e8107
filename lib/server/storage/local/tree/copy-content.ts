import fs from "node:fs";
import type { Stats } from "node:fs";
import { isErrno, throwIfAborted } from "@/lib/server/storage/local/sys/errno";
import { fdPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { assertRoom, createRoom } from "@/lib/server/storage/local/sys/reserve";
import { endOfData, nextData } from "@/lib/server/storage/local/sys/find-data";
import { fill } from "@/lib/server/storage/local/write/same-bytes";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { writeBuffer } from "@/lib/server/storage/local/write/write-chunks";

const chunkBytes = 1_048_576;
const leastChunkBytes = 65_536;
const holeBytes = 65_536;
const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = fs.constants;

export type ContentInput = {
  fromFd: number;
  stats: Stats;
  /** Name for the copy; must be free. */
  to: FsPath;
  /** The folder that `to` is in. */
  folderFd: number;
  signal: AbortSignal;
  onBytes: (count: number) => void;
};

/**
 * Copies a file's content, to its end, to a new file and gives its descriptor. Where the disk can, the two share their blocks; else it goes in chunks of at
 * most 1 MiB, so that progress is seen and cancelling is felt. Never by copy_file_range or sendfile in libuv: what is shorter than its size says, as all in
 * sysfs and what somebody cuts short meanwhile, keeps a thread of it turning for ever. Throws file/disk-full before the target volume's reserve (reserve.ts).
 */
export async function copyContent({ fromFd, stats, to, folderFd, signal, onBytes }: ContentInput): Promise<number> {
  const isSparse = stats.blocks * 512 < stats.size;
  await assertRoom(folderFd, 0);
  // The copy has the mode at once; without the right to write it could not be opened again.
  if ((stats.mode & 0o200) !== 0 && (await clone({ fromFd, stats, to, folderFd }))) {
    onBytes(stats.size);
    return sys.open(to, openFlags.readWriteNoFollow);
  }
  await assertRoom(folderFd, isSparse ? 0 : stats.size);
  const toFd = await sys.open(to, openFlags.createNew, 0o600);
  try {
    const copy = { fromFd, toFd, signal, onBytes };
    if (isSparse) await copySparse(copy, stats.size);
    else await copyChunks({ ...copy, sizeBytes: stats.size, write: writeBuffer }, { start: 0, end: Infinity });
    return toFd;
  } catch (error) {
    await closeQuietly(toFd);
    throw error;
  }
}

/** Pairs of volumes between which nothing was shared, until when they are believed to be so: trying makes a file and removes it. */
const unshared = new Map<string, number>();
const unsharedMs = 60_000;
const maxPairs = 64;

async function clone({ fromFd, stats, to, folderFd }: Pick<ContentInput, "fromFd" | "stats" | "to" | "folderFd">) {
  if (stats.size === 0) return false;
  const pair = `${stats.dev} ${(await sys.fstat(folderFd)).dev}`;
  if ((unshared.get(pair) ?? 0) > performance.now()) return false;
  try {
    await sys.copyFile(fdPath(fromFd), to, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    if (isErrno(error, "ENOSPC", "EDQUOT", "EIO", "EROFS")) throw error;
    await sys.unlink(to).catch(() => {}); // libuv leaves an empty file behind
    if (unshared.size >= maxPairs) unshared.clear();
    if (isErrno(error, "ENOTSUP", "EOPNOTSUPP", "ENOTTY", "EXDEV", "ENOSYS"))
      unshared.set(pair, performance.now() + unsharedMs);
    return false;
  }
}

type ChunkCopy = Omit<ContentInput, "stats" | "to" | "folderFd"> & { toFd: number };

/** Copies only what is data on the disk, and of that no runs of zeros; the rest is a hole of the copy, too. */
async function copySparse(copy: ChunkCopy, sizeBytes: number): Promise<void> {
  const { fromFd, toFd, signal, onBytes } = copy;
  let position = 0;
  for (let start = await nextData(fromFd, 0); start !== null; start = await nextData(fromFd, position)) {
    throwIfAborted(signal);
    onBytes(start - position);
    position = start;
    const end = await endOfData(fromFd, start);
    const got = await copyChunks({ ...copy, sizeBytes, write: writeWithHoles }, { start, end });
    position += got;
    // It really ends here, whatever its size says.
    if (got < end - start) return sys.ftruncate(toFd, position);
  }
  // The file may have grown meanwhile.
  const lengthBytes = Math.max(position, sizeBytes);
  onBytes(lengthBytes - position);
  await sys.ftruncate(toFd, lengthBytes);
}

type Write = (fd: number, buffer: Buffer, position: number) => Promise<void>;
/** `sizeBytes`: what the disk says of the file; it may hold more, or less. */
type Chunks = ChunkCopy & { sizeBytes: number; write: Write };

/** Copies what is between two positions, or up to the end of the file; gives how much that was. */
async function copyChunks(
  { fromFd, toFd, sizeBytes, write, signal, onBytes }: Chunks,
  { start, end }: { start: number; end: number },
): Promise<number> {
  const room = createRoom(toFd);
  // One byte more than there is tells the end with the first read.
  const length = Math.min(chunkBytes, end - start, Math.max(leastChunkBytes, sizeBytes - start + 1));
  // Two buffers: one is read into while the other is written.
  let [current, spare] = [Buffer.allocUnsafeSlow(length), Buffer.allocUnsafeSlow(length)];
  let position = start;
  const read = (at: number, buffer: Buffer) =>
    at < end ? fill(fromFd, buffer.subarray(0, Math.min(buffer.length, end - at)), at) : Promise.resolve(0);
  let got = await read(position, current);
  while (got > 0) {
    throwIfAborted(signal);
    await room.take(got);
    const [next, written] = await Promise.allSettled([
      read(position + got, spare),
      write(toFd, current.subarray(0, got), position),
    ]);
    if (written.status === "rejected") throw written.reason;
    if (next.status === "rejected") throw next.reason;
    onBytes(got);
    position += got;
    got = next.value;
    [current, spare] = [spare, current];
  }
  return position - start;
}

const zeros = Buffer.alloc(holeBytes);

/** Leaves out runs of zeros: the file is extended to its length at the end. */
async function writeWithHoles(fd: number, buffer: Buffer, position: number): Promise<void> {
  for (let offset = 0; offset < buffer.length; offset += holeBytes) {
    const part = buffer.subarray(offset, offset + holeBytes);
    if (!part.equals(zeros.subarray(0, part.length))) await writeBuffer(fd, part, position + offset);
  }
}
