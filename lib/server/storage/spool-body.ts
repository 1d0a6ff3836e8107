import { throwIfAborted, toAppError } from "./local/sys/errno";
import { readOrEnd } from "./local/sys/read-at";
import { createRoom } from "./local/sys/reserve";
import { closeQuietly } from "./local/sys/sys";
import { limits } from "@/lib/server/base/limits";
import { writeBuffer } from "./local/write/write-chunks";
import { openNameless } from "./unsized";

const { gatheredBytes } = limits.heldBodies.spooled;

/** All that came, as often as it is asked for; `release` when nobody needs it any more. */
export type SpooledBody = { sizeBytes: number; read: () => AsyncGenerator<Buffer, void>; release: () => Promise<void> };
type File = { fd: number; room: ReturnType<typeof createRoom> };

/**
 * Keeps bytes that come from elsewhere in a file without a name, on the volume of `folder`, until the last of them is there: what must be whole before anything is done with it.
 * The file is opened once so much has come that it is worth one: whoever sends a few bytes and then nothing holds no descriptor. Callers bound how many there are.
 * Rejects as what it reads does, and with file/disk-full before it takes of the reserve.
 */
export async function spoolBody(
  chunks: AsyncIterable<Buffer>,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<SpooledBody> {
  // Copied into one: a body of many tiny chunks would hold an object for each.
  const gathered = Buffer.allocUnsafeSlow(gatheredBytes);
  let [filled, writtenBytes] = [0, 0];
  let file: File | null = null;
  const flush = async () => {
    file ??= await openFile(folder);
    await file.room.take(filled);
    await writeBuffer(file.fd, gathered.subarray(0, filled), writtenBytes);
    writtenBytes += filled;
    filled = 0;
  };
  const release = async () => {
    const open = file;
    file = null;
    if (open !== null) await closeQuietly(open.fd);
  };
  try {
    for await (const chunk of chunks) {
      throwIfAborted(signal);
      for (let at = 0; at < chunk.length;) {
        const copied = chunk.copy(gathered, filled, at);
        at += copied;
        filled += copied;
        if (filled === gatheredBytes) await flush();
      }
    }
    throwIfAborted(signal);
    const sizeBytes = writtenBytes + filled;
    const rest = gathered.subarray(0, filled);
    return { sizeBytes, read: () => readAll(file, rest), release };
  } catch (error) {
    await release();
    throw toAppError(error);
  }
}

async function openFile(folder: string): Promise<File> {
  const fd = await openNameless(folder);
  return { fd, room: createRoom(fd) };
}

/** What is in the file, and what has come behind it. */
async function* readAll(file: File | null, rest: Buffer): AsyncGenerator<Buffer, void> {
  if (file !== null) yield* readFile(file);
  if (rest.length > 0) yield rest;
}

async function* readFile({ fd }: File): AsyncGenerator<Buffer, void> {
  for (let at = 0; ;) {
    const buffer = Buffer.allocUnsafeSlow(gatheredBytes);
    const got = await readOrEnd(fd, buffer, at);
    if (got === 0) return;
    at += got;
    yield buffer.subarray(0, got);
  }
}
