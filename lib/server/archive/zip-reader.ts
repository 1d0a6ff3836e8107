import type { Readable } from "node:stream";
import { callbackify } from "node:util";
import { RandomAccessReader } from "yauzl";
import type { OpenFile } from "@/lib/server/storage/storage";

const blockBytes = 1_048_576;
/** The list of entries is read front to back, local headers here and there. */
const smallBytes = 4096;

/**
 * Bytes for yauzl out of an open file. It asks for a few at a time, twice per entry: they come from a block that is read once.
 */
export class ZipReader extends RandomAccessReader {
  private readonly file: OpenFile;
  private block: { start: number; bytes: Buffer } | null = null;

  constructor(file: OpenFile) {
    super();
    this.file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.file.stream({ start, end: end - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    const { block } = this;
    if (block !== null && position >= block.start && position + length <= block.start + block.bytes.length) {
      block.bytes.copy(buffer, offset, position - block.start, position - block.start + length);
      callback(null);
      return;
    }
    const told = callbackify(() => this.load(buffer, offset, length, position));
    told((error) => callback(error));
  }

  private async load(buffer: Buffer, offset: number, length: number, position: number): Promise<void> {
    const ahead = length > smallBytes ? length : blockBytes;
    const end = Math.min(this.file.stat.sizeBytes, position + ahead);
    const chunks: Buffer[] = [];
    if (end > position)
      for await (const chunk of this.file.stream({ start: position, end: end - 1 })) chunks.push(chunk as Buffer); // a byte stream
    const bytes = Buffer.concat(chunks);
    if (bytes.length < length) throw new Error("the archive ends too early");
    if (length <= smallBytes) this.block = { start: position, bytes };
    bytes.copy(buffer, offset, 0, length);
  }
}
