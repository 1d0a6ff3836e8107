/** Bytes as they are asked for, of chunks of any length. */
export function createBytes(chunks: AsyncIterable<Buffer>) {
  const source = chunks[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);
  let passedBytes = 0;

  async function next(): Promise<boolean> {
    const { done, value } = await source.next();
    if (done === true) return false;
    left = value;
    return true;
  }

  function pass(count: number): Buffer {
    const part = left.subarray(0, count);
    left = left.subarray(part.length);
    passedBytes += part.length;
    return part;
  }

  /** Null at the end; less than was asked for is an error. */
  async function take(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (left.length === 0 && !(await next())) break;
      const part = pass(missing);
      missing -= part.length;
      parts.push(part);
    }
    if (missing === count && count > 0) return null;
    if (missing > 0) throw new Error("it breaks off");
    return Buffer.concat(parts);
  }

  return {
    take,
    /** How many have been asked for so far. */
    passedBytes: () => passedBytes,
    async must(count: number): Promise<Buffer> {
      const found = await take(count);
      if (found === null) throw new Error("it breaks off");
      return found;
    },
    async skip(count: number): Promise<void> {
      for (let missing = count; missing > 0;) {
        if (left.length === 0 && !(await next())) throw new Error("it breaks off");
        missing -= pass(missing).length;
      }
    },
    /** To the end, where a checksum of all may be. */
    async rest(): Promise<void> {
      while (await next());
    },
  };
}
