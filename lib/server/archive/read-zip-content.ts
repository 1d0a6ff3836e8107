import { Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { AppError } from "@/lib/shared/errors";
import { asBroken } from "./archive-entry";
import { decryptAes, decryptTraditional } from "./zip-cipher";

const [stored, deflated, aesMethod] = [0, 8, 99];
const aesField = 0x9901;
const localTimeFlag = 0x8;

/** The content of one entry, decrypted, unpacked and compared with its checksum. */
export async function* readZipContent(
  zip: ZipFile,
  entry: Entry,
  password: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  const aes = entry.compressionMethod === aesMethod ? readAesField(entry) : null;
  const method = aes === null ? entry.compressionMethod : aes.method;
  if (method !== stored && method !== deflated) throw new AppError("archive/method");
  if (entry.isEncrypted() && password === undefined) throw new AppError("archive/password");
  try {
    const raw: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry, { decodeFileData: false });
    const plain = entry.isEncrypted() ? decrypt(raw, entry, aes, password ?? "") : raw;
    yield* checked(method === deflated ? inflate(plain) : plain, entry, aes?.hasChecksum ?? true);
  } catch (error) {
    throw asBroken(error);
  }
}

function decrypt(raw: AsyncIterable<Uint8Array>, entry: Entry, aes: Aes | null, password: string) {
  if (aes !== null) return decryptAes(raw, { password, strength: aes.strength });
  const hasTime = (entry.generalPurposeBitFlag & localTimeFlag) !== 0;
  const check = hasTime ? entry.lastModFileTime >>> 8 : entry.crc32 >>> 24;
  return decryptTraditional(raw, { password, check: check & 0xff });
}

type Aes = { strength: number; method: number; hasChecksum: boolean };

/** Its version 2 leaves the checksum out: that of a short text would give it away. */
function readAesField(entry: Entry): Aes {
  const data = entry.extraFields.find(({ id }) => id === aesField)?.data;
  if (data === undefined || data.length < 7) throw new AppError("archive/broken");
  return { hasChecksum: data.readUInt16LE(0) === 1, strength: data.readUInt8(4), method: data.readUInt16LE(5) };
}

async function* inflate(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const packed = Readable.from(source, { objectMode: false });
  const unpacked = packed.pipe(createInflateRaw());
  packed.on("error", (error) => unpacked.destroy(error));
  try {
    for await (const chunk of unpacked) yield chunk as Uint8Array; // a byte stream
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

async function* checked(
  source: AsyncIterable<Uint8Array>,
  entry: Entry,
  hasChecksum: boolean,
): AsyncGenerator<Uint8Array, void> {
  let [sizeBytes, checksum] = [0, 0];
  for await (const chunk of source) {
    sizeBytes += chunk.length;
    if (sizeBytes > entry.uncompressedSize) throw new AppError("archive/broken");
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  const isWhole = sizeBytes === entry.uncompressedSize && (!hasChecksum || checksum === entry.crc32);
  if (!isWhole) throw new AppError("archive/broken");
}
