import { createSHA256, type IHasher } from "hash-wasm";

const sliceBytes = 4 * 1024 * 1024;

/**
 * Hashes parts of a file, and beside them the file as a whole, in order and each byte once. WebAssembly, because
 * crypto.subtle is missing on plain http:// addresses and takes no streams.
 */
export function createSums(file: Blob) {
  let whole: Promise<IHasher> | null = null;
  let wholeBytes = 0;
  /** A hash can be ended once only; the last part may be asked for again. */
  let wholeSum: string | null = null;

  async function addToWhole(bytes: Uint8Array, start: number): Promise<void> {
    const from = wholeBytes - start;
    if (from < 0 || from >= bytes.length) return;
    whole ??= createSHA256().then((hash) => hash.init());
    (await whole).update(from === 0 ? bytes : bytes.subarray(from));
    wholeBytes = start + bytes.length;
  }

  return async (start: number, end: number): Promise<{ part: string; whole: string | null }> => {
    // What an earlier session has sent is read as well: the sum of the whole needs it.
    for (let at = wholeBytes; at < start; at += sliceBytes)
      await addToWhole(await read(file, at, Math.min(at + sliceBytes, start)), at);
    const part = (await createSHA256()).init();
    for (let at = start; at < end; at += sliceBytes) {
      const bytes = await read(file, at, Math.min(at + sliceBytes, end));
      part.update(bytes);
      await addToWhole(bytes, at);
    }
    if (wholeBytes === file.size && whole !== null) wholeSum ??= (await whole).digest("hex");
    return { part: toBase64(part.digest("binary")), whole: end === file.size ? wholeSum : null };
  };
}

async function read(file: Blob, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, end).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
