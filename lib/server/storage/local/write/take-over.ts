import { AppError } from "@/lib/shared/errors";
import { isErrno, throwIfAborted } from "@/lib/server/storage/local/sys/errno";
import { createRoom } from "@/lib/server/storage/local/sys/reserve";
import { sys } from "@/lib/server/storage/local/sys/sys";
import { callLibc } from "@/lib/server/storage/local/sys/libc";
import { writeBuffer } from "./write-chunks";

const kernelBytes = 8_388_608;
const readBytes = 1_048_576;
/** The kernel, the disks or the two of them together cannot. */
const cannotCopy = ["ENOSYS", "EXDEV", "EINVAL", "EOPNOTSUPP", "ENOTSUP", "EBADF", "EPERM"];

export type TakeOver = {
  /** Of the file that grows: the first byte goes there. */
  offset: number;
  /** Of the other one. */
  sizeBytes: number;
  signal: AbortSignal;
  /** Sees what is taken in chunks; their memory is used again. Without it nothing is read where the kernel can do without. */
  onChunk?: ((chunk: Uint8Array) => void) | undefined;
};

/**
 * Puts the content of an open file behind what another one holds, by copy_file_range(2): a disk that can shares the blocks instead of
 * copying them, if they begin where its blocks do. Throws request/cancelled, file/disk-full before the reserve, file/io where the other file is shorter.
 */
export async function takeOver([fromFd, toFd]: readonly [number, number], options: TakeOver): Promise<void> {
  const { offset, sizeBytes, signal, onChunk } = options;
  const room = createRoom(toFd);
  const buffer = Buffer.allocUnsafeSlow(readBytes);

  async function read(at: number, end: number): Promise<Buffer> {
    const got = await sys.read(fromFd, buffer, 0, Math.min(readBytes, end - at), at);
    if (got === 0) throw new AppError("file/io", { code: "EIO" });
    return buffer.subarray(0, got);
  }

  let inKernel = true;
  for (let at = 0; at < sizeBytes;) {
    throwIfAborted(signal);
    const length = Math.min(inKernel ? kernelBytes : readBytes, sizeBytes - at);
    await room.take(length);
    const copied = inKernel ? await copyRange([fromFd, toFd], { at, to: offset + at, length }) : null;
    if (copied === 0) throw new AppError("file/io", { code: "EIO" });
    if (copied === null) {
      inKernel = false;
      const chunk = await read(at, at + length);
      await writeBuffer(toFd, chunk, offset + at);
      onChunk?.(chunk);
      at += chunk.length;
      continue;
    }
    const end = at + copied;
    if (onChunk !== undefined)
      while (at < end) {
        const chunk = await read(at, end);
        onChunk(chunk);
        at += chunk.length;
      }
    at = end;
  }
}

/** How many bytes; null where the kernel cannot. */
async function copyRange(
  [fromFd, toFd]: readonly [number, number],
  { at, to, length }: { at: number; to: number; length: number },
): Promise<number | null> {
  const [from, into] = [Buffer.alloc(8), Buffer.alloc(8)];
  from.writeBigInt64LE(BigInt(at));
  into.writeBigInt64LE(BigInt(to));
  try {
    return await callLibc("copy_file_range", fromFd, from, toFd, into, length, 0);
  } catch (error) {
    if (isErrno(error, ...cannotCopy)) return null;
    throw error;
  }
}
