/** A string of the SSH protocol: its length in four bytes, then itself (RFC 4251 §5). */
export function sshString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** A positive number: without zeros before it, but for one where its first bit would make it negative. */
export function sshNumber(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.alloc(0) : Buffer.from(bytes.subarray(first));
  return sshString((digits[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits);
}

/** Reads strings one after the other; null once they are cut off. */
export function sshStrings(bytes: Buffer): { next: () => Buffer | null; skip: (count: number) => void } {
  let at = 0;
  return {
    skip: (count) => void (at += count),
    next() {
      if (at + 4 > bytes.length) return null;
      const end = at + 4 + bytes.readUInt32BE(at);
      if (end > bytes.length) return null;
      const value = bytes.subarray(at + 4, end);
      at = end;
      return value;
    },
  };
}
