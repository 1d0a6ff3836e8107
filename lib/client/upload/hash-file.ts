import { createSHA256, type IHasher } from "hash-wasm";

const sliceBytes = 4 * 1024 * 1024;
const maxKept = 64;

/**
 * SHA-256 of the beginning of a file up to `end`, in hex, for ends that grow: each byte is read once. WebAssembly, because
 * crypto.subtle is missing on plain http:// addresses and takes no streams.
 */
export function createPrefixSums(file: Blob): (end: number) => Promise<string> {
  let hash: IHasher | null = null;
  let hashedBytes = 0;
  const known = new Map<number, string>();

  return async (end) => {
    const before = known.get(end);
    if (before !== undefined) return before;
    if (end < hashedBytes) throw new RangeError("the beginning is hashed already");
    hash ??= (await createSHA256()).init();
    while (hashedBytes < end) {
      const next = Math.min(hashedBytes + sliceBytes, end);
      hash.update(new Uint8Array(await file.slice(hashedBytes, next).arrayBuffer()));
      hashedBytes = next;
    }
    // Asking for the sum ends a hash: it goes on from what was saved.
    const state = hash.save();
    const sum = hash.digest("hex");
    hash.load(state);
    known.set(end, sum);
    const [oldest] = known.keys();
    if (known.size > maxKept && oldest !== undefined) known.delete(oldest);
    return sum;
  };
}
