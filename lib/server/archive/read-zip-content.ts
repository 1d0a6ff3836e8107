import { crc32, createInflateRaw, inflateRawSync } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { AppError } from "@/lib/shared/errors";
import { asBroken } from "./archive-entry";
import { throughStream } from "./through-stream";
import type { ZipReader } from "./zip-reader";
import { decryptAes, decryptTraditional } from "./zip-cipher";

/** Below this an entry is read and unpacked at once: streams would cost more than the work. */
const smallBytes = 65_536;
const [stored, deflated, aesMethod] = [0, 8, 99];
const aesField = 0x9901;
const localTimeFlag = 0x8;

/** Whether {@link readZipContent} can unpack it, or tell at least what is wrong with it. */
export function isUsualMethod(entry: Entry): boolean {
  const { compressionMethod } = entry;
  return [stored, deflated].includes(
    compressionMethod === aesMethod ? (aesOf(entry)?.method ?? stored) : compressionMethod,
  );
}

/** The content of one entry, decrypted, unpacked and compared with its checksum. */
export async function* readZipContent(
  { zip, reader }: { zip: ZipFile; reader: ZipReader },
  entry: Entry,
  password: string | undefined,
): AsyncGenerator<Uint8Array, void> {
  const aes = entry.compressionMethod === aesMethod ? aesOf(entry) : null;
  if (aes === undefined) throw new AppError("archive/broken");
  const method = aes === null ? entry.compressionMethod : aes.method;
  if (method !== stored && method !== deflated) throw new AppError("archive/method");
  if (entry.isEncrypted() && password === undefined) throw new AppError("archive/password");
  try {
    const isSmall = entry.compressedSize <= smallBytes && entry.uncompressedSize <= smallBytes;
    const raw: AsyncIterable<Uint8Array> = isSmall
      ? readWhole(zip, reader, entry)
      : await zip.openReadStreamPromise(entry, { decodeFileData: false });
    const plain = entry.isEncrypted() ? decrypt(raw, entry, aes, password ?? "") : raw;
    const inflated = isSmall ? inflateWhole(plain, entry) : throughStream(plain, createInflateRaw());
    yield* checked(method === deflated ? inflated : plain, entry, aes?.hasChecksum ?? true);
  } catch (error) {
    throw asBroken(error);
  }
}

async function* readWhole(zip: ZipFile, reader: ZipReader, entry: Entry): AsyncGenerator<Uint8Array, void> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  yield await reader.take(fileDataStart, entry.compressedSize);
}

async function* inflateWhole(source: AsyncIterable<Uint8Array>, entry: Entry): AsyncGenerator<Uint8Array, void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  // An entry that is larger than it says is broken, and not unpacked any further.
  yield inflateRawSync(Buffer.concat(chunks), { maxOutputLength: Math.max(1, entry.uncompressedSize) });
}

function decrypt(raw: AsyncIterable<Uint8Array>, entry: Entry, aes: Aes | null, password: string) {
  if (aes !== null) return decryptAes(raw, { password, strength: aes.strength });
  const hasTime = (entry.generalPurposeBitFlag & localTimeFlag) !== 0;
  const check = hasTime ? entry.lastModFileTime >>> 8 : entry.crc32 >>> 24;
  return decryptTraditional(raw, { password, check: check & 0xff });
}

type Aes = { strength: number; method: number; hasChecksum: boolean };

/** Its version 2 leaves the checksum out: that of a short text would give it away. */
function aesOf(entry: Entry): Aes | undefined {
  const data = entry.extraFields.find(({ id }) => id === aesField)?.data;
  if (data === undefined || data.length < 7) return undefined;
  return { hasChecksum: data.readUInt16LE(0) === 1, strength: data.readUInt8(4), method: data.readUInt16LE(5) };
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
