import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { blockBytes, isTarBlock, isZeroBlock, paddingFor, parseHeader } from "@/lib/server/archive/tar/tar-header";
import { readPax } from "@/lib/server/archive/tar/tar-pax";

const gzipMagic = Buffer.from([0x1f, 0x8b]);
/** bzip2, xz, zstd: the daemon reads them, and nothing here does. */
const otherMagics = ["425a68", "fd377a585a00", "28b52ffd"].map((hex) => Buffer.from(hex, "hex"));

/**
 * Throws archive/broken where a tar, plain or by gzip, breaks off before its end, or is none. Gives the bytes of its files; null for what only the daemon can
 * read, which is not looked into.
 */
export async function assertWholeArchive(read: () => AsyncIterable<Buffer>): Promise<number | null> {
  const start = await firstBytes(read());
  const begins = (magic: Buffer) => start.subarray(0, magic.length).equals(magic);
  if (otherMagics.some(begins)) return null;
  try {
    if (!begins(gzipMagic)) return await sizeOfTar(read());
    const source = Readable.from(read(), { objectMode: false });
    const plain = createGunzip();
    source.on("error", (error) => plain.destroy(error));
    return await sizeOfTar(source.pipe(plain) as AsyncIterable<Buffer>).finally(() => source.destroy()); // without an encoding
  } catch (error) {
    throw new AppError("archive/broken", {}, { cause: error });
  }
}

async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of chunks) return chunk;
  return Buffer.alloc(0);
}

/** Types of headers that say something of the next entry, and of one that goes on in further blocks. */
const [pax, paxOfAll, sparse] = ["x", "g", "S"];
const [goesOnAt, goesOnFurtherAt] = [482, 504];

async function sizeOfTar(chunks: AsyncIterable<Buffer>): Promise<number> {
  const bytes = createBytes(chunks);
  let [sizeBytes, isFirst] = [0, true];
  let said: number | undefined;
  for (;;) {
    const block = await bytes.take(blockBytes);
    // The two blocks at the end; some programs write one, and some none.
    if (block === null && !isFirst) return sizeBytes;
    if (block === null || (isFirst && !isZeroBlock(block) && !isTarBlock(block))) throw new Error("no archive");
    if (isZeroBlock(block)) {
      await bytes.rest();
      return sizeBytes;
    }
    isFirst = false;
    const header = parseHeader(block);
    if (header.type === sparse)
      for (let more = block[goesOnAt] === 1; more;) more = (await bytes.must(blockBytes))[goesOnFurtherAt] === 1;
    const own = header.type === pax || header.type === paxOfAll ? header.sizeBytes : (said ?? header.sizeBytes);
    if (header.type === pax) {
      if (own > limits.tar.headerBytes) throw new Error("a header that is too long");
      said = (await readPax(await bytes.must(own))).sizeBytes;
      await bytes.skip(paddingFor(own));
      continue;
    }
    await bytes.skip(own + paddingFor(own));
    if (header.type !== paxOfAll && !"LK".includes(header.type)) {
      said = undefined;
      sizeBytes += own;
    }
  }
}

/** Bytes as they are asked for, of chunks of any length. */
function createBytes(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);

  async function next(): Promise<boolean> {
    const { done, value } = await source.next();
    if (done === true) return false;
    left = value;
    return true;
  }

  /** Null at the end; less than was asked for is an error. */
  async function take(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (left.length === 0 && !(await next())) break;
      const part = left.subarray(0, missing);
      left = left.subarray(part.length);
      missing -= part.length;
      parts.push(part);
    }
    if (missing === count && count > 0) return null;
    if (missing > 0) throw new Error("it breaks off");
    return Buffer.concat(parts);
  }

  return {
    take,
    async must(count: number): Promise<Buffer> {
      const found = await take(count);
      if (found === null) throw new Error("it breaks off");
      return found;
    },
    async skip(count: number): Promise<void> {
      for (let missing = count; missing > 0;) {
        if (left.length === 0 && !(await next())) throw new Error("it breaks off");
        const passed = Math.min(missing, left.length);
        left = left.subarray(passed);
        missing -= passed;
      }
    },
    /** To the end, where a checksum of all may be. */
    async rest(): Promise<void> {
      while (await next());
    },
  };
}
