import { AppError, isAppError } from "@/lib/shared/errors";
import { isHole, lengthOf, type SparsePiece } from "@/lib/server/storage/holes";
import type { WriteSource } from "@/lib/server/storage/storage";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { createRoom } from "@/lib/server/storage/local/sys/reserve";
import { sys } from "@/lib/server/storage/local/sys/sys";

const batchBytes = 1_048_576;
/** Below Linux' limit of 1,024 buffers per call. */
const batchParts = 512;

export type ChunkInput = {
  fd: number;
  source: WriteSource;
  maxBytes?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Where the first byte goes. */
  start?: number;
  /** What came before the source broke off is written as well: for uploads that go on later. */
  keepsPart?: boolean;
  /** Sees every chunk before it is written, but no holes: with it come none. */
  onChunk?: ((chunk: Uint8Array) => void) | undefined;
};

/**
 * Writes a source to a descriptor and gives the number of bytes. Small chunks are gathered, without copying, into writes of
 * 1 MiB; while one is under way the next is gathered, and no more: the source feels the disk. A source must not reuse the
 * memory of a chunk. A hole is not written. Throws file/too-large, request/cancelled (signal, or the source broke off), file/disk-full before the volume's
 * reserve (reserve.ts), or the disk's error.
 */
export async function writeChunks(input: ChunkInput): Promise<number> {
  const { fd, source, maxBytes = Infinity, signal, start = 0, keepsPart = false, onChunk } = input;
  const room = createRoom(fd);
  if (source instanceof Uint8Array) {
    if (source.byteLength > maxBytes) throw new AppError("file/too-large", { limit: maxBytes });
    onChunk?.(source);
    await room.take(source.byteLength);
    await writeBuffer(fd, source, start);
    return source.byteLength;
  }
  const reader = createReader(source, signal);
  const early = createEarlySync(fd);
  let total = 0;
  let written = 0;
  /** Up to where the file reaches, where a hole is the last of it. */
  let lengthBytes = 0;
  let parts: Uint8Array[] = [];
  let pending = Promise.resolve();
  let failed = true;

  /** Puts what has been gathered behind what is written. */
  async function writeGathered(): Promise<void> {
    const gathered = parts;
    parts = [];
    await room.take(total - written);
    pending = writeAll(fd, gathered, start + written);
    pending.catch(() => {}); // awaited before the next batch, or at the end
    written = total;
  }

  try {
    // An empty file takes its place, too.
    await room.take(0);
    for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
      if (lengthOf(chunk) === 0) continue;
      if (isHole(chunk)) {
        await pending;
        if (parts.length > 0) await writeGathered();
      }
      total += lengthOf(chunk);
      if (total > maxBytes) throw new AppError("file/too-large", { limit: maxBytes });
      if (isHole(chunk)) {
        written = total;
        lengthBytes = start + total;
        continue;
      }
      onChunk?.(chunk);
      parts.push(chunk);
      if (total - written < batchBytes && parts.length < batchParts) continue;
      await pending;
      early.note(written);
      await writeGathered();
    }
    await pending;
    if (parts.length > 0) await writeGathered();
    await pending;
    if (lengthBytes === start + total && lengthBytes > start) await sys.ftruncate(fd, lengthBytes);
    await early.end();
    failed = false;
    return total;
  } finally {
    if (failed) reader.stop();
    reader.release();
    // The descriptor is closed next: nothing may be writing to it any more.
    await pending.then(
      () => (keepsPart && parts.length > 0 ? writeGathered().then(() => pending) : null),
      () => null, // thrown above
    );
    await early.end().catch(() => {}); // thrown above, or hidden by what failed before it
  }
}

/** The disk begins with the first bytes while the rest still comes: otherwise the sync at the end waits for everything. */
const earlySyncBytes = 67_108_864;

function createEarlySync(fd: number) {
  let syncedTo = 0;
  let running: Promise<void> | null = null;
  let failure: unknown = null;
  return {
    note(writtenBytes: number): void {
      if (running !== null || writtenBytes - syncedTo < earlySyncBytes) return;
      syncedTo = writtenBytes;
      running = sys.fdatasync(fd).then(
        () => {
          running = null;
        },
        (error: unknown) => {
          // The kernel tells a failed write-back once: the sync at the end would find nothing wrong.
          failure = error;
        },
      );
    },
    async end(): Promise<void> {
      await running;
      if (failure !== null) throw failure;
    },
  };
}

type Reader<P> = { next(): Promise<P | null>; stop(): void; release(): void };

/** Pulls chunks so that an abort is felt at once, also while the source is silent. */
export function createReader<P extends SparsePiece>(
  source: AsyncIterable<P>,
  signal: AbortSignal | undefined,
): Reader<P> {
  const iterator = source[Symbol.asyncIterator]();
  // One listener for the whole stream: Promise.race per chunk would pile up reactions on the abort promise.
  let reject: ((error: AppError) => void) | null = null;
  const abort = () => reject?.(new AppError("request/cancelled"));
  signal?.addEventListener("abort", abort, { once: true });
  return {
    next: () =>
      new Promise<P | null>((resolve, fail) => {
        if (signal?.aborted === true) throw new AppError("request/cancelled");
        reject = fail;
        iterator.next().then(
          (step) => resolve(step.done === true ? null : step.value),
          (error: unknown) => fail(sourceError(error)),
        );
      }),
    stop() {
      // Not awaited: a generator that is busy answers only when it goes on, which may be never.
      iterator.return?.().catch(() => {});
    },
    release: () => signal?.removeEventListener("abort", abort),
  };
}

function sourceError(error: unknown): Error {
  const known = toAppError(error);
  if (isAppError(known) && known.key !== "file/io") return known;
  return new AppError("request/cancelled", {}, { cause: error });
}

async function writeAll(fd: number, parts: Uint8Array[], position: number): Promise<void> {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return writeBuffer(fd, only, position);
  const wanted = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const got = await sys.writev(fd, parts, position);
  // Short writes are rare (a disk about to be full): finish with one buffer.
  if (got < wanted) await writeBuffer(fd, Buffer.concat(parts).subarray(got), position + got);
}

/** Writes all of a buffer. */
export async function writeBuffer(fd: number, buffer: Uint8Array, position: number): Promise<void> {
  let done = 0;
  while (done < buffer.byteLength) {
    const got = await sys.write(fd, buffer, done, buffer.byteLength - done, position + done);
    // Zero without an error would loop for ever.
    if (got === 0) throw new AppError("file/io", { code: "EIO" });
    done += got;
  }
}
