/** A message between the server and a worker: a head as JSON and bytes, each with its length before it. */
export type Frame = { head: unknown; bytes: Buffer };

export const lengthsBytes = 8;
/** Of the JSON. */
export const maxHeadBytes = 1024 * 1024;

/** To be written one after the other. */
export function framePieces(head: unknown, bytes: Uint8Array): [Buffer, Uint8Array] {
  const text = Buffer.from(JSON.stringify(head));
  const lengths = Buffer.alloc(lengthsBytes);
  lengths.writeUInt32LE(text.length, 0);
  lengths.writeUInt32LE(bytes.byteLength, 4);
  return [Buffer.concat([lengths, text]), bytes];
}

/** Puts together what comes in pieces; `take` gives a whole message, once there is one. Throws for more than the bounds: what a worker writes is written by whoever took it over. */
export function createFrameReader(maxBytes: number) {
  let pieces: Buffer[] = [];
  let length = 0;
  return {
    take(piece: Buffer): Frame | null {
      pieces.push(piece);
      length += piece.length;
      if (length < lengthsBytes) return null;
      const first = pieces[0];
      if (first === undefined || first.length < lengthsBytes) pieces = [Buffer.concat(pieces)];
      const lengths = pieces[0] ?? Buffer.alloc(lengthsBytes);
      const [head, bytes] = [lengths.readUInt32LE(0), lengths.readUInt32LE(4)];
      if (head > maxHeadBytes || bytes > maxBytes) throw new Error("too much");
      const whole = lengthsBytes + head + bytes;
      if (length < whole) return null;
      if (length > whole) throw new Error("more than one answer");
      const all = Buffer.concat(pieces);
      pieces = [];
      length = 0;
      return {
        head: JSON.parse(all.toString("utf8", lengthsBytes, lengthsBytes + head)) as unknown,
        bytes: all.subarray(lengthsBytes + head),
      };
    },
  };
}
