import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/shared/errors";
import { namesOf, tarEnd } from "./tar-names";

const gzipMagic = Buffer.from([0x1f, 0x8b]);
/** bzip2, xz, zstd: the daemon reads them, and nothing here does. */
const otherMagics = ["425a68", "fd377a585a00", "28b52ffd"].map((hex) => Buffer.from(hex, "hex"));

type Read = () => AsyncIterable<Buffer>;

/** An archive that has come. */
export type Incoming = {
  /** Of its files; null for what only the daemon can read. */
  sizeBytes: number | null;
  /** Up to its end: what is behind that would fail when all has been written. */
  whole: Read;
  /** The same without the content of its files, as far as it can be read here. */
  names: Read;
};

/** Throws archive/broken where a tar, plain or by gzip, breaks off before its end, or is none. */
export async function readIncoming(read: Read): Promise<Incoming> {
  const start = await firstBytes(read());
  const begins = (magic: Buffer) => start.subarray(0, magic.length).equals(magic);
  if (otherMagics.some(begins)) return { sizeBytes: null, whole: read, names: read };
  const plain = begins(gzipMagic) ? () => unpacked(read()) : read;
  const found = { sizeBytes: 0, endAt: 0 };
  try {
    for await (const _ of namesOf(plain(), { found }));
  } catch (error) {
    throw new AppError("archive/broken", {}, { cause: error });
  }
  return { sizeBytes: found.sizeBytes, whole: () => upTo(plain(), found.endAt), names: () => namesOf(plain()) };
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const source = Readable.from(chunks, { objectMode: false });
  const plain = createGunzip();
  source.on("error", (error) => plain.destroy(error));
  try {
    for await (const chunk of source.pipe(plain)) yield chunk as Buffer; // without an encoding
  } finally {
    source.destroy();
    plain.destroy();
  }
}

async function* upTo(chunks: AsyncIterable<Buffer>, endAt: number): AsyncGenerator<Buffer, void> {
  let left = endAt;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= Math.min(left, chunk.length);
    if (left === 0) break;
  }
  yield tarEnd;
}

async function firstBytes(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const chunk of chunks) return chunk;
  return Buffer.alloc(0);
}
