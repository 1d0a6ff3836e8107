const lengthBytes = 4;

/** A head as JSON, its length before it, and bytes to the end. */
export function joinFrame(head: unknown, bytes: Uint8Array): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, bytes]);
}

/** Throws for what is none. */
export function splitFrame(frame: Buffer): { head: unknown; bytes: Buffer } {
  const end = lengthBytes + frame.readUInt32LE(0);
  return { head: JSON.parse(frame.toString("utf8", lengthBytes, end)) as unknown, bytes: frame.subarray(end) };
}
