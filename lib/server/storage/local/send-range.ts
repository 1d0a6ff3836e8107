import type { Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import type { ByteRange } from "@/lib/server/storage/storage";

/** Small first, so that a slow reader holds little; a fast one gets the larger size after the first megabyte. */
const sizes = { first: 65_536, later: 524_288 };
const growAfterBytes = 1_048_576;
const maxIdle = 16;
const idle: Buffer[] = [];

type ReadInto = (buffer: Buffer, length: number, position: number) => Promise<number>;

/**
 * Sends bytes of a file with two buffers that are used again and again: one is read into while the other is on its way.
 * Fresh memory for every chunk costs more time than reading. Throws file/io when the file ends early, request/cancelled when
 * the reader leaves, or the stream's own error.
 */
export async function sendRange(read: ReadInto, out: Writable, { start, end }: ByteRange): Promise<void> {
  const borrowed: Buffer[] = [];
  const writer = createWriter(out);
  let position = start;
  let written: Promise<void> = Promise.resolve();
  let isWhole = false;
  try {
    for (let turn = 0; position <= end; turn++) {
      const size = position - start < growAfterBytes ? sizes.first : sizes.later;
      const buffer = bufferFor(borrowed, turn % 2, size);
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
    for (const buffer of isWhole ? borrowed : [])
      if (buffer.length === sizes.later && idle.length < maxIdle) idle.push(buffer);
  }
}

function bufferFor(borrowed: Buffer[], index: number, size: number): Buffer {
  const known = borrowed[index];
  if (known !== undefined && known.length >= size) return known;
  const buffer = (size === sizes.later ? idle.pop() : undefined) ?? Buffer.allocUnsafeSlow(size);
  borrowed[index] = buffer;
  return buffer;
}

/**
 * One write at a time. It resolves when the kernel has taken the bytes: only then may the buffer change. An answer whose connection
 * breaks never calls back for what it still kept: that it has closed must do.
 */
function createWriter(out: Writable) {
  let fail: (error: Error) => void = () => {};
  const closed = () => fail(new AppError("request/cancelled"));
  out.once("close", closed);
  return {
    write: (chunk: Buffer): Promise<void> =>
      new Promise((resolve, reject) => {
        fail = reject;
        if (out.destroyed || out.closed) closed();
        else out.write(chunk, (error) => (error ? reject(error) : resolve()));
      }),
    release: () => out.off("close", closed),
  };
}
