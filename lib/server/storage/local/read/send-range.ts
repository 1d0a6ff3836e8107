import type { Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { ByteRange } from "@/lib/server/storage/storage";

/** Small first, so that a slow reader holds little; a fast one gets the larger size after the first megabyte. */
const sizes = { first: 65_536, later: 524_288 };
const growAfterBytes = 1_048_576;
/** Who takes longer for a piece gains nothing by larger ones, nor by the next being read ahead. */
const slowMs = 200;
const maxIdle = 16;
const idle: Buffer[] = [];
let largeCount = 0;

type ReadInto = (buffer: Buffer, length: number, position: number) => Promise<number>;

/**
 * Sends bytes of a file with two buffers that are used again and again: one is read into while the other is on its way.
 * Fresh memory for every chunk costs more time than reading. Throws file/io when the file ends early, request/cancelled when
 * the reader leaves, or the stream's own error.
 */
export async function sendRange(read: ReadInto, out: Writable, { start, end }: ByteRange): Promise<void> {
  const borrowed: (Buffer | undefined)[] = [];
  const writer = createWriter(out);
  let position = start;
  let written: Promise<void> = Promise.resolve();
  let isWhole = false;
  try {
    for (let turn = 0; position <= end; turn++) {
      const isGrown = position - start >= growAfterBytes && writer.lastMs() < slowMs;
      const buffer = bufferFor(borrowed, turn % 2, isGrown);
      const size = isGrown ? buffer.length : sizes.first;
      const length = Math.min(size, end + 1 - position);
      // The other buffer is still being sent; this one was sent before it.
      const got = await read(buffer, length, position);
      if (got === 0) throw new AppError("file/io");
      await written;
      position += got;
      written = writer.write(got === buffer.length ? buffer : buffer.subarray(0, got));
      // Handled above or below; without this a failure between the two would count as unhandled.
      written.catch(() => undefined);
    }
    await written;
    isWhole = true;
  } finally {
    await written.catch(() => undefined);
    writer.release();
    // Of a connection that broke nobody knows whether the kernel still reads from them.
    for (const buffer of borrowed) giveBack(buffer, isWhole);
  }
}

/** A large one where that is of use and there is one left. */
function bufferFor(borrowed: (Buffer | undefined)[], index: number, isLarge: boolean): Buffer {
  const known = borrowed[index];
  if (known !== undefined && (known.length === sizes.later) === isLarge) return known;
  if (known?.length === sizes.later) giveBack(known, true);
  const canGrow = isLarge && largeCount < limits.largeBuffers;
  if (!canGrow && known?.length === sizes.first) return known;
  if (canGrow) largeCount++;
  const buffer = canGrow ? (idle.pop() ?? Buffer.allocUnsafeSlow(sizes.later)) : Buffer.allocUnsafeSlow(sizes.first);
  borrowed[index] = buffer;
  return buffer;
}

function giveBack(buffer: Buffer | undefined, isReusable: boolean): void {
  if (buffer?.length !== sizes.later) return;
  largeCount--;
  if (isReusable && idle.length < maxIdle) idle.push(buffer);
}

/**
 * One write at a time. It resolves when the kernel has taken the bytes: only then may the buffer change. An answer whose connection
 * breaks never calls back for what it still kept: that it has closed must do.
 */
export function createWriter(out: Writable) {
  let fail: (error: Error) => void = () => {};
  let lastMs = 0;
  const closed = () => fail(new AppError("request/cancelled"));
  out.once("close", closed);
  return {
    write: (chunk: Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        fail = reject;
        const startedMs = performance.now();
        if (out.destroyed || out.closed) closed();
        else
          out.write(chunk, (error) => {
            lastMs = performance.now() - startedMs;
            if (error) reject(error);
            else resolve();
          });
      }),
    /** How long the reader took for the last piece. */
    lastMs: () => lastMs,
    release: () => out.off("close", closed),
  };
}
