import { createCipheriv, createHmac, pbkdf2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "@/lib/shared/errors";

const derive = promisify(pbkdf2);
const rounds = 1000;
const verifierBytes = 2;
const authBytes = 10;
const blockBytes = 16;

/** WinZip's AES (https://www.winzip.com/en/support/aes-encryption/): its strengths 1, 2 and 3. */
const strengths: Readonly<Record<number, { keyBytes: 16 | 24 | 32; saltBytes: number }>> = {
  1: { keyBytes: 16, saltBytes: 8 },
  2: { keyBytes: 24, saltBytes: 12 },
  3: { keyBytes: 32, saltBytes: 16 },
};
const strongest = 3;

type Keys = { encryption: Buffer; authentication: Buffer; verifier: Buffer };

async function deriveKeys(password: string, salt: Uint8Array, strength: number): Promise<Keys> {
  const keyBytes = strengths[strength]?.keyBytes;
  if (keyBytes === undefined) throw new AppError("archive/method");
  const all = await derive(Buffer.from(password, "utf8"), salt, rounds, 2 * keyBytes + verifierBytes, "sha1");
  return {
    encryption: all.subarray(0, keyBytes),
    authentication: all.subarray(keyBytes, 2 * keyBytes),
    verifier: all.subarray(2 * keyBytes),
  };
}

const hmacOf = ({ authentication }: Keys) => createHmac("sha1", authentication);

/** AES-CTR with a counter that begins at 1 and whose lowest byte comes first, which OpenSSL's does not. */
function createCounter({ encryption }: Keys): (bytes: Uint8Array) => Buffer {
  const cipher = createCipheriv(`aes-${(encryption.length * 8) as 128 | 192 | 256}-ecb`, encryption, null);
  cipher.setAutoPadding(false);
  let count = 1;
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    const needed = Math.max(0, bytes.length - rest.length);
    const blocks = Buffer.alloc(Math.ceil(needed / blockBytes) * blockBytes);
    for (let at = 0; at < blocks.length; at += blockBytes) {
      blocks.writeUInt32LE(count % 2 ** 32, at);
      blocks.writeUInt32LE(Math.floor(count / 2 ** 32), at + 4);
      count++;
    }
    const key = Buffer.concat([rest, cipher.update(blocks)]);
    rest = key.subarray(bytes.length);
    const out = Buffer.allocUnsafe(bytes.length);
    for (let at = 0; at < bytes.length; at++) out[at] = (bytes[at] ?? 0) ^ (key[at] ?? 0);
    return out;
  };
}

/** Throws archive/password-wrong, and archive/broken where the bytes were changed. */
export async function* decryptAes(
  source: AsyncIterable<Uint8Array>,
  { password, strength }: { password: string; strength: number },
): AsyncGenerator<Uint8Array, void> {
  const { saltBytes } = strengths[strength] ?? { saltBytes: 0 };
  if (saltBytes === 0) throw new AppError("archive/method");
  let held: Buffer = Buffer.alloc(0);
  let unlocked: { decrypt: (bytes: Uint8Array) => Buffer; hmac: ReturnType<typeof hmacOf> } | null = null;
  for await (const chunk of source) {
    held = Buffer.concat([held, chunk]);
    if (unlocked === null) {
      if (held.length < saltBytes + verifierBytes) continue;
      const keys = await deriveKeys(password, held.subarray(0, saltBytes), strength);
      if (!timingSafeEqual(keys.verifier, held.subarray(saltBytes, saltBytes + verifierBytes)))
        throw new AppError("archive/password-wrong");
      unlocked = { decrypt: createCounter(keys), hmac: hmacOf(keys) };
      held = held.subarray(saltBytes + verifierBytes);
    }
    // The last bytes are the seal of all others.
    const ready = held.subarray(0, Math.max(0, held.length - authBytes));
    held = held.subarray(ready.length);
    unlocked.hmac.update(ready);
    if (ready.length > 0) yield unlocked.decrypt(ready);
  }
  if (unlocked === null || held.length !== authBytes) throw new AppError("archive/broken");
  if (!timingSafeEqual(unlocked.hmac.digest().subarray(0, authBytes), held)) throw new AppError("archive/broken");
}

/** With 256 bits: salt, check of the password, content, seal. */
export async function* encryptAes(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  password: string,
): AsyncGenerator<Uint8Array, void> {
  const salt = randomBytes(strengths[strongest]?.saltBytes ?? 0);
  const keys = await deriveKeys(password, salt, strongest);
  const [encrypt, hmac] = [createCounter(keys), hmacOf(keys)];
  yield Buffer.concat([salt, keys.verifier]);
  for await (const chunk of source) {
    const bytes = encrypt(chunk);
    hmac.update(bytes);
    yield bytes;
  }
  yield hmac.digest().subarray(0, authBytes);
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const crcStep = (crc: number, byte: number) => (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
const headerBytes = 12;

/**
 * PKWARE's traditional encryption (APPNOTE 6.1), which anybody breaks: read, never written. `check` is the byte that tells most wrong
 * passwords.
 */
export async function* decryptTraditional(
  source: AsyncIterable<Uint8Array>,
  { password, check }: { password: string; check: number },
): AsyncGenerator<Uint8Array, void> {
  let [one, two, three] = [0x12345678, 0x23456789, 0x34567890];
  const update = (byte: number) => {
    one = crcStep(one, byte);
    two = (Math.imul((two + (one & 0xff)) | 0, 134_775_813) + 1) | 0;
    three = crcStep(three, two >>> 24);
  };
  for (const byte of Buffer.from(password, "utf8")) update(byte);
  let position = 0;
  for await (const chunk of source) {
    const out = Buffer.allocUnsafe(chunk.length);
    for (let at = 0; at < chunk.length; at++) {
      const mask = (three & 0xffff) | 2;
      const byte = (chunk[at] ?? 0) ^ ((Math.imul(mask, mask ^ 1) >>> 8) & 0xff);
      update(byte);
      out[at] = byte;
    }
    const skipped = Math.min(out.length, Math.max(0, headerBytes - position));
    const isLast = position < headerBytes && position + out.length >= headerBytes;
    if (isLast && out[headerBytes - 1 - position] !== check) throw new AppError("archive/password-wrong");
    position += out.length;
    yield out.subarray(skipped);
  }
  if (position < headerBytes) throw new AppError("archive/broken");
}
