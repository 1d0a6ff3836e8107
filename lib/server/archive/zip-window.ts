import type { OpenFile } from "@/lib/server/storage/storage";

/** Of a file the part that is a zip: programs stand before it that unpack it, and anything may stand behind. */
export type ZipWindow = { start: number; end: number };

const [endBytes, locatorBytes, longEndBytes, headerBytes] = [22, 20, 56, 46];
const [endSignature, locatorSignature, longEndSignature, headerSignature] = [
  0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50,
];
/** A comment, and as much of what somebody has put behind the archive. */
const tailBytes = 2 * 0xffff + endBytes;

/**
 * Where a zip begins and ends in a file, by its end record (PKWARE APPNOTE 6.3.10, §4.3.16) and the list before that; null where there is none. A program before it
 * may be counted in the offsets or not: the list stands right before the end record, and where it says that it does tells which.
 */
export async function findZip(file: OpenFile): Promise<ZipWindow | null> {
  const { sizeBytes } = file.stat;
  const tailStart = Math.max(0, sizeBytes - tailBytes);
  const tail = await read(file, { start: tailStart, end: sizeBytes });
  for (let at = tail.lastIndexOf("PK\u0005\u0006", tail.length - endBytes, "latin1"); at >= 0;) {
    const end = tailStart + at;
    const commentBytes = tail.readUInt16LE(at + 20);
    const start =
      end + endBytes + commentBytes > sizeBytes ? null : await startOf(file, { end, record: tail.subarray(at) });
    if (start !== null) return { start, end: end + endBytes + commentBytes };
    at = at === 0 ? -1 : tail.lastIndexOf("PK\u0005\u0006", at - 1, "latin1");
  }
  return null;
}

/** By how much offsets are too small; null where no list stands before the record. */
async function startOf(file: OpenFile, { end, record }: { end: number; record: Buffer }): Promise<number | null> {
  if (record.readUInt32LE(0) !== endSignature) return null;
  const long = await readLongEnd(file, end);
  const listEnd = long === null ? end : end - locatorBytes - longEndBytes;
  const listBytes = long === null ? record.readUInt32LE(12) : Number(long.readBigUInt64LE(40));
  const saidAt = long === null ? record.readUInt32LE(16) : Number(long.readBigUInt64LE(48));
  const listAt = listEnd - listBytes;
  if (listAt < saidAt) return null;
  // An empty one has nothing that would tell.
  if (listBytes === 0) return listAt === saidAt ? 0 : null;
  const head = listBytes < headerBytes ? null : await read(file, { start: listAt, end: listAt + 4 });
  return head?.readUInt32LE(0) === headerSignature ? listAt - saidAt : null;
}

/** The record of a zip that is too large for the usual one; null where there is none. */
async function readLongEnd(file: OpenFile, end: number): Promise<Buffer | null> {
  const start = end - locatorBytes - longEndBytes;
  if (start < 0) return null;
  const bytes = await read(file, { start, end });
  const isThere = bytes.readUInt32LE(0) === longEndSignature && bytes.readUInt32LE(longEndBytes) === locatorSignature;
  return isThere ? bytes.subarray(0, longEndBytes) : null;
}

/** The file as if it were the zip alone. */
export function windowOf(file: OpenFile, { start, end }: ZipWindow): Pick<OpenFile, "stat" | "stream"> {
  if (start === 0 && end === file.stat.sizeBytes) return file;
  return {
    stat: { ...file.stat, sizeBytes: end - start },
    stream: (range = { start: 0, end: end - start - 1 }) =>
      file.stream({ start: start + range.start, end: Math.min(end - 1, start + (range.end ?? end)) }),
  };
}

async function read(file: OpenFile, { start, end }: ZipWindow): Promise<Buffer> {
  if (end <= start) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream({ start, end: end - 1 })) chunks.push(chunk as Buffer); // a byte stream
  return Buffer.concat(chunks);
}
