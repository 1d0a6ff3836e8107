const firstBytes = 4 * 1024;
const newline = 0x0a;

/** The last bytes of a stream, at most so many, in a buffer of their own that grows with them. */
export function createRecentBytes(maxBytes: number) {
  let ring = Buffer.alloc(0);
  let end = 0;
  let isCut = false;

  function grow(bytes: number): void {
    if (ring.length >= maxBytes || end + bytes <= ring.length) return;
    const grown = Buffer.alloc(Math.min(maxBytes, Math.max(firstBytes, ring.length * 2, end + bytes)));
    ring.copy(grown, 0, 0, end);
    ring = grown;
  }

  return {
    add(chunk: Buffer): void {
      grow(chunk.length);
      const kept = chunk.subarray(Math.max(0, chunk.length - ring.length));
      if (end + kept.length > ring.length || kept.length < chunk.length) {
        // What is left of the room is for the newest: the half before it is enough.
        const before = Math.min(end, ring.length - kept.length, Math.floor(ring.length / 2));
        ring.copy(ring, 0, end - before, end);
        end = before;
        isCut = true;
      }
      kept.copy(ring, end);
      end += kept.length;
    },
    /** Where they are not all that there was, from the beginning of a line. */
    read(): Buffer {
      const from = isCut ? ring.subarray(0, end).indexOf(newline) + 1 : 0;
      return Buffer.from(ring.subarray(from, end));
    },
  };
}
