import { createHMAC, createSHA1, createSHA256, createSHA384, createSHA512, type IHasher } from "hash-wasm";

const makers = {
  "SHA-1": createSHA1,
  "SHA-256": createSHA256,
  "SHA-384": createSHA384,
  "SHA-512": createSHA512,
};
export type HashName = keyof typeof makers;
const hashNames = Object.keys(makers) as HashName[]; // keys of the literal above
export type Hashes = Readonly<Record<HashName, string>>;

/** One of them, in bytes. */
export async function hmacOf(name: HashName, key: Uint8Array, bytes: Uint8Array): Promise<Uint8Array> {
  const hasher = await createHMAC(makers[name](), key);
  return hasher.update(bytes).digest("binary");
}

/** All of them in hex, of bytes that come piece by piece; with a key their HMACs. Works over plain HTTP, unlike Web Crypto. Throws what `pieces` throws. */
export async function hashAll(pieces: AsyncIterable<Uint8Array>, key: Uint8Array | null): Promise<Hashes> {
  const hashers = await Promise.all(
    hashNames.map(async (name): Promise<[HashName, IHasher]> => {
      const plain = makers[name]();
      return [name, key === null ? await plain : await createHMAC(plain, key)];
    }),
  );
  for await (const piece of pieces) for (const [, hasher] of hashers) hasher.update(piece);
  return Object.fromEntries(hashers.map(([name, hasher]) => [name, hasher.digest("hex")])) as Hashes; // of all names
}

const pieceBytes = 4 * 1024 * 1024;

/** A file piece by piece, and how much of it has been read. */
export async function* piecesOf(
  file: Blob,
  signal: AbortSignal,
  onProgress: (fraction: number) => void,
): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < file.size; at += pieceBytes) {
    const piece = await file.slice(at, at + pieceBytes).arrayBuffer();
    signal.throwIfAborted();
    yield new Uint8Array(piece);
    onProgress(Math.min(1, (at + pieceBytes) / file.size));
  }
}

export async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** Which of them a hash is that somebody gave, in any case and with spaces. */
export function findHash(hashes: Hashes, text: string): HashName | null {
  const wanted = text.replace(/[\s:]+/g, "").toLowerCase();
  return hashNames.find((name) => hashes[name] === wanted) ?? null;
}
