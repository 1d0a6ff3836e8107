import { throwIfAborted, toAppError } from "./local/sys/errno";
import { readOrEnd } from "./local/sys/read-at";
import { createRoom } from "./local/sys/reserve";
import { closeQuietly } from "./local/sys/sys";
import { writeBuffer } from "./local/write/write-chunks";
import { openNameless } from "./unsized";

const pieceBytes = 262_144;

/** All that came, as often as it is asked for; `release` when nobody needs it any more. */
export type SpooledBody = { sizeBytes: number; read: () => AsyncGenerator<Buffer, void>; release: () => Promise<void> };

/**
 * Keeps bytes that come from elsewhere in a file without a name, on the volume of `folder`, until the last of them is there: what must be whole before anything is done with it.
 * Rejects as what it reads does, and with file/disk-full before it takes of the reserve.
 */
export async function spoolBody(
  chunks: AsyncIterable<Buffer>,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<SpooledBody> {
  const fd = await openNameless(folder).catch((error: unknown) => {
    throw toAppError(error);
  });
  try {
    const room = createRoom(fd);
    let sizeBytes = 0;
    for await (const chunk of chunks) {
      throwIfAborted(signal);
      await room.take(chunk.length);
      await writeBuffer(fd, chunk, sizeBytes);
      sizeBytes += chunk.length;
    }
    throwIfAborted(signal);
    return { sizeBytes, read: () => readAll(fd), release: () => closeQuietly(fd) };
  } catch (error) {
    await closeQuietly(fd);
    throw toAppError(error);
  }
}

async function* readAll(fd: number): AsyncGenerator<Buffer, void> {
  for (let at = 0; ;) {
    const buffer = Buffer.allocUnsafeSlow(pieceBytes);
    const got = await readOrEnd(fd, buffer, at);
    if (got === 0) return;
    at += got;
    yield buffer.subarray(0, got);
  }
}
