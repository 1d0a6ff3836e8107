import type { Readable } from "node:stream";
import { callbackify } from "node:util";
import { RandomAccessReader } from "yauzl";
import type { OpenFile } from "@/lib/server/storage/storage";

/** What is read of a file: all of it, or the part that is a zip. */
type ZipFileBytes = Pick<OpenFile, "stat" | "stream">;

const blockBytes = 1_048_576;
/** One for the list of entries, the others for contents on their way. */
const maxBlocks = 4;

type Block = { start: number; end: number; bytes: Promise<Buffer> };

/** Bytes for yauzl out of an open file. It asks for a few at a time, twice per entry: they come from blocks that are read once. */
export class ZipReader extends RandomAccessReader {
  private readonly file: ZipFileBytes;
  /** The one used last is the last. */
  private blocks: Block[] = [];

  constructor(file: ZipFileBytes) {
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
    const told = callbackify(async () => void (await this.take(position, length)).copy(buffer, offset)); // copied when it is there
    told((error) => callback(error));
  }

  /** Exactly so many bytes, which are not to be changed. */
  async take(position: number, length: number): Promise<Buffer> {
    const block = this.find(position, length);
    const bytes = (await block.bytes).subarray(position - block.start, position - block.start + length);
    if (bytes.length < length) throw new Error("the archive ends too early");
    return bytes;
  }

  private find(start: number, length: number): Block {
    const known = this.blocks.find((block) => start >= block.start && start + length <= block.end);
    const block = known ?? this.load(start, Math.max(length, blockBytes));
    this.blocks = [...this.blocks.filter((other) => other !== block), block].slice(-maxBlocks);
    return block;
  }

  private load(start: number, length: number): Block {
    const end = Math.min(this.file.stat.sizeBytes, start + length);
    const bytes = end > start ? this.readRange(start, end) : Promise.resolve(Buffer.alloc(0));
    bytes.catch(() => {}); // told to whoever takes them
    return { start, end, bytes };
  }

  private async readRange(start: number, end: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.file.stream({ start, end: end - 1 })) chunks.push(chunk as Buffer); // a byte stream
    return Buffer.concat(chunks);
  }
}
