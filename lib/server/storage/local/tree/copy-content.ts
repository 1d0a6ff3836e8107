import fs from "node:fs";
import type { Stats } from "node:fs";
import { isErrno, throwIfAborted } from "@/lib/server/storage/local/sys/errno";
import { fdPath, type FsPath } from "@/lib/server/storage/local/sys/fs-path";
import { assertRoom, createRoom } from "@/lib/server/storage/local/sys/reserve";
import { endOfData, nextData } from "@/lib/server/storage/local/sys/find-data";
import { fill } from "@/lib/server/storage/local/write/same-bytes";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { writeBuffer } from "@/lib/server/storage/local/write/write-chunks";

const wholeBytes = 8_388_608;
const chunkBytes = 1_048_576;
const holeBytes = 65_536;
const { COPYFILE_EXCL, COPYFILE_FICLONE, COPYFILE_FICLONE_FORCE } = fs.constants;

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
 * Copies a file's content to a new file and gives its descriptor. Up to 8 MiB the kernel does it in one call; larger ones
 * share their blocks where the disk can, else go in chunks of 1 MiB, so that progress is seen and cancelling is felt. Throws
 * file/disk-full before the target volume's reserve (reserve.ts).
 */
export async function copyContent({ fromFd, stats, to, folderFd, signal, onBytes }: ContentInput): Promise<number> {
  const isSparse = stats.blocks * 512 < stats.size;
  // The kernel's way gives the copy its mode at once; without the right to write it could not be opened again.
  const canReopen = (stats.mode & 0o200) !== 0;
  const isWhole = stats.size <= wholeBytes && !isSparse && canReopen;
  await assertRoom(folderFd, isWhole ? stats.size : 0);
  if (isWhole || (canReopen && (await clone(fromFd, to)))) {
    if (isWhole) await sys.copyFile(fdPath(fromFd), to, COPYFILE_EXCL | COPYFILE_FICLONE);
    onBytes(stats.size);
    return sys.open(to, openFlags.readWriteNoFollow);
  }
  await assertRoom(folderFd, isSparse ? 0 : stats.size);
  const toFd = await sys.open(to, openFlags.createNew, 0o600);
  try {
    const copy = { fromFd, toFd, signal, onBytes };
    if (isSparse) await copySparse(copy, stats.size);
    else await copyChunks({ ...copy, write: writeBuffer }, { start: 0, end: Infinity });
    return toFd;
  } catch (error) {
    await closeQuietly(toFd);
    throw error;
  }
}

async function clone(fromFd: number, to: FsPath): Promise<boolean> {
  try {
    await sys.copyFile(fdPath(fromFd), to, COPYFILE_EXCL | COPYFILE_FICLONE_FORCE);
    return true;
  } catch (error) {
    if (isErrno(error, "ENOSPC", "EDQUOT", "EIO", "EROFS")) throw error;
    await sys.unlink(to).catch(() => {}); // libuv leaves an empty file behind
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
    const got = await copyChunks({ ...copy, write: writeWithHoles }, { start, end });
    if (got === 0) break;
    position += got;
  }
  // The file may have grown meanwhile.
  const lengthBytes = Math.max(position, sizeBytes);
  onBytes(lengthBytes - position);
  await sys.ftruncate(toFd, lengthBytes);
}

type Write = (fd: number, buffer: Buffer, position: number) => Promise<void>;

/** Copies what is between two positions, or up to the end of the file; gives how much that was. */
async function copyChunks(
  { fromFd, toFd, write, signal, onBytes }: ChunkCopy & { write: Write },
  { start, end }: { start: number; end: number },
): Promise<number> {
  const room = createRoom(toFd);
  const length = Math.min(chunkBytes, end - start);
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
