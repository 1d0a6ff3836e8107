import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";

/** How a sealed backup begins; the number is that of the form. */
const magic = Buffer.from("FILEDECK-SEALED-1\n");
const [saltBytes, prefixBytes, tagBytes] = [16, 7, 16];
/** The form, what the key costs, salt, and how nonces begin. */
export const sealedHeadBytes = magic.length + 1 + saltBytes + prefixBytes;
const pieceBytes = 64 * 1024;
/** Of scrypt, as a power of two: 128 MB and some 0.4 s, once for each backup and for each guess. One that is read says its own, within bounds. */
const [usualCost, leastCost, mostCost] = [17, 12, 19];
const maxPieces = 2 ** 32 - 1;

/** What it says is for people: the passphrase does not fit, or the bytes are not whole. */
export class SealError extends Error {}

export function isSealed(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(0, magic.length)).equals(magic);
}

/**
 * Encrypts a stream with a passphrase (scrypt, then AES-256-GCM in pieces of 64 KiB). Each piece has its number and whether it is the last in its
 * nonce, as in the STREAM construction: none can be left out, exchanged, or cut off at the end unnoticed.
 */
export async function* sealStream(
  source: AsyncIterable<Uint8Array>,
  passphrase: string,
  cost = usualCost,
): AsyncGenerator<Uint8Array> {
  const [salt, prefix] = [randomBytes(saltBytes), randomBytes(prefixBytes)];
  const head = Buffer.concat([magic, Buffer.of(cost), salt, prefix]);
  const key = await deriveKey(passphrase, { salt, cost });
  yield head;
  let count = 0;
  for await (const { bytes, isLast } of inPieces(source, pieceBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(prefix, count++, isLast)).setAAD(head);
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    yield Buffer.concat([sealed, cipher.getAuthTag()]);
  }
}

/** The other way. Throws SealError for a wrong passphrase and for bytes that are damaged or not all there, before any of those are given out. */
export async function* openStream(source: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const pieces = inPieces(source, pieceBytes + tagBytes, sealedHeadBytes);
  const first = await pieces.next();
  const head = first.done === true ? Buffer.alloc(0) : first.value.bytes;
  if (head.length < sealedHeadBytes || !isSealed(head)) throw new SealError("This isn't an encrypted Filedeck backup.");
  const cost = head.readUInt8(magic.length);
  if (cost < leastCost || cost > mostCost) throw new SealError("The file is damaged.");
  const salt = head.subarray(magic.length + 1, magic.length + 1 + saltBytes);
  const key = await deriveKey(passphrase, { salt, cost });
  const prefix = head.subarray(magic.length + 1 + saltBytes);
  let count = 0;
  let isWhole = false;
  for await (const { bytes, isLast } of pieces) {
    const cut = bytes.length - tagBytes;
    if (cut < 0) break;
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(prefix, count, isLast), { authTagLength: tagBytes });
    decipher.setAAD(head).setAuthTag(bytes.subarray(cut));
    let plain: Buffer;
    try {
      plain = Buffer.concat([decipher.update(bytes.subarray(0, cut)), decipher.final()]);
    } catch {
      throw new SealError(count === 0 ? "The passphrase is wrong, or the file is damaged." : "The file is damaged.");
    }
    count++;
    isWhole = isLast;
    yield plain;
  }
  if (!isWhole) throw new SealError("The file is damaged.");
}

function nonceOf(prefix: Uint8Array, count: number, isLast: boolean): Buffer {
  if (count >= maxPieces) throw new RangeError("too long to be sealed");
  const end = Buffer.alloc(5);
  end.writeUInt32BE(count);
  end.writeUInt8(isLast ? 1 : 0, 4);
  return Buffer.concat([prefix, end]);
}

function deriveKey(passphrase: string, { salt, cost }: { salt: Uint8Array; cost: number }): Promise<Buffer> {
  const N = 2 ** cost;
  const options = { N, r: 8, p: 1, maxmem: 2 * 128 * N * 8 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, 32, options, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

type Piece = { bytes: Buffer; isLast: boolean };

/** Cuts a stream into pieces of one size, the last one shorter; `headBytes`: a first one of another size, which is never the last. An empty stream is one empty piece. */
async function* inPieces(source: AsyncIterable<Uint8Array>, size: number, headBytes = 0): AsyncGenerator<Piece, void> {
  let held = Buffer.alloc(0);
  let wanted = headBytes === 0 ? size : headBytes;
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    // One that is exactly full is given out when more has come: it may be the last.
    while (held.length > wanted) {
      yield { bytes: held.subarray(0, wanted), isLast: false };
      held = held.subarray(wanted);
      wanted = size;
    }
  }
  yield { bytes: held, isLast: true };
}
