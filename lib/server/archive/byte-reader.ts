import { AppError } from "@/lib/shared/errors";

/** Takes bytes from a stream in the pieces that a format wants. A source that ends in between throws upload/archive. */
export function createByteReader(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  let chunk: Uint8Array = new Uint8Array(0);

  async function fill(): Promise<boolean> {
    while (chunk.length === 0) {
      const step = await iterator.next();
      if (step.done === true) return false;
      chunk = step.value;
    }
    return true;
  }

  /** At most so many bytes, as they come; null at the end. */
  async function some(maxBytes: number): Promise<Uint8Array | null> {
    if (!(await fill())) return null;
    const out = chunk.subarray(0, maxBytes);
    chunk = chunk.subarray(out.length);
    return out;
  }

  async function* stream(sizeBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let left = sizeBytes; left > 0;) {
      const part = await some(left);
      if (part === null) throw new AppError("upload/archive", { problem: "cut short" });
      left -= part.length;
      yield part;
    }
  }

  return {
    stream,
    /** Exactly so many, in memory of their own or of the chunk they came in; null when the source has ended before. */
    async take(sizeBytes: number): Promise<Uint8Array | null> {
      if (sizeBytes === 0) return new Uint8Array(0);
      if (!(await fill())) return null;
      if (chunk.length >= sizeBytes) return some(sizeBytes);
      const parts: Uint8Array[] = [];
      for await (const part of stream(sizeBytes)) parts.push(part);
      return Buffer.concat(parts);
    },
    /** Puts back what was looked at: it comes again. */
    unread(bytes: Uint8Array): void {
      chunk = chunk.length === 0 ? bytes : Buffer.concat([bytes, chunk]);
    },
    async skip(sizeBytes: number): Promise<void> {
      for await (const part of stream(sizeBytes)) void part;
    },
    async drain(): Promise<void> {
      while ((await some(Infinity)) !== null);
    },
  };
}

export type ByteReader = ReturnType<typeof createByteReader>;
