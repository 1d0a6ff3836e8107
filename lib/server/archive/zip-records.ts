/** The records of a zip (PKWARE APPNOTE 6.3.10, §4.3). Sizes and offsets over 4 GiB go to the zip64 field. */
export type ZipEntry = {
  name: Uint8Array;
  /** 0 stored, 8 deflated; in an AES entry what is inside. */
  method: 0 | 8;
  isEncrypted: boolean;
  /** Sizes come behind the content. */
  isStreamed: boolean;
  /** Sizes of a streamed entry take 8 bytes. */
  isLarge: boolean;
  mtimeMs: number;
  /** The same as {@link dosTime} writes it: worked out once for both of its headers. */
  dosTime: number;
  /** With the type: what stat calls st_mode. */
  mode: number;
  checksum: number;
  packedBytes: number;
  sizeBytes: number;
  offset: number;
};

const max32 = 0xffff_ffff;
const [encryptedFlag, streamedFlag, utf8Flag] = [0x1, 0x8, 0x800];
const [plainVersion, zip64Version, aesVersion] = [20, 45, 51];
const aesMethod = 99;
const madeByUnix = 3 << 8;
const [zip64Field, timeField, windowsTimeField, aesField] = [0x0001, 0x5455, 0x000a, 0x9901];
/** From 1601 to 1970. */
const windowsZeroMs = 11_644_473_600_000;
/** What fits into 63 bits: the year 30828. */
const windowsLastMs = 922_337_203_685_477;

export function localHeader(entry: ZipEntry): Buffer {
  const { isStreamed, isLarge } = entry;
  // Says that the sizes behind the content take 8 bytes.
  const extra = [...(isLarge ? [field(zip64Field, Buffer.alloc(16))] : []), ...commonFields(entry)];
  const head = headOf(30, entry.name, extra);
  head.writeUInt32LE(0x04034b50, 0);
  writeCommon(head, 4, entry);
  head.writeUInt32LE(isStreamed ? 0 : entry.checksum, 14);
  head.writeUInt32LE(isLarge ? max32 : isStreamed ? 0 : entry.packedBytes, 18);
  head.writeUInt32LE(isLarge ? max32 : isStreamed ? 0 : entry.sizeBytes, 22);
  head.writeUInt16LE(entry.name.length, 26);
  head.writeUInt16LE(totalLength(extra), 28);
  return head;
}

/** What comes behind the content of a streamed entry. */
export function dataDescriptor({ checksum, packedBytes, sizeBytes, isLarge }: ZipEntry): Buffer {
  const out = Buffer.alloc(isLarge ? 24 : 16);
  out.writeUInt32LE(0x08074b50, 0);
  out.writeUInt32LE(checksum, 4);
  if (isLarge) {
    out.writeBigUInt64LE(BigInt(packedBytes), 8);
    out.writeBigUInt64LE(BigInt(sizeBytes), 16);
  } else {
    out.writeUInt32LE(packedBytes, 8);
    out.writeUInt32LE(sizeBytes, 12);
  }
  return out;
}

export function centralHeader(entry: ZipEntry): Buffer {
  const { sizeBytes, packedBytes, offset } = entry;
  const isLong = sizeBytes >= max32 || packedBytes >= max32 || offset >= max32;
  const long = Buffer.alloc(isLong ? 24 : 0);
  if (isLong)
    for (const [index, value] of [sizeBytes, packedBytes, offset].entries())
      long.writeBigUInt64LE(BigInt(value), index * 8);
  const extra = [...(isLong ? [field(zip64Field, long)] : []), ...commonFields(entry)];
  const head = headOf(46, entry.name, extra);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(madeByUnix | zip64Version, 4);
  writeCommon(head, 6, entry, isLong);
  head.writeUInt32LE(entry.checksum, 16);
  head.writeUInt32LE(isLong ? max32 : packedBytes, 20);
  head.writeUInt32LE(isLong ? max32 : sizeBytes, 24);
  head.writeUInt16LE(entry.name.length, 28);
  head.writeUInt16LE(totalLength(extra), 30);
  head.writeUInt32LE((entry.mode << 16) >>> 0, 38);
  head.writeUInt32LE(isLong ? max32 : offset, 42);
  return head;
}

export function endRecords({ count, offset, sizeBytes }: { count: number; offset: number; sizeBytes: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, 0xffff), 8);
  end.writeUInt16LE(Math.min(count, 0xffff), 10);
  end.writeUInt32LE(Math.min(sizeBytes, max32), 12);
  end.writeUInt32LE(Math.min(offset, max32), 16);
  if (count < 0xffff && sizeBytes < max32 && offset < max32) return end;
  const long = Buffer.alloc(56 + 20);
  long.writeUInt32LE(0x06064b50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(madeByUnix | zip64Version, 12);
  long.writeUInt16LE(zip64Version, 14);
  long.writeBigUInt64LE(BigInt(count), 24);
  long.writeBigUInt64LE(BigInt(count), 32);
  long.writeBigUInt64LE(BigInt(sizeBytes), 40);
  long.writeBigUInt64LE(BigInt(offset), 48);
  long.writeUInt32LE(0x07064b50, 56);
  long.writeBigUInt64LE(BigInt(offset + sizeBytes), 64);
  long.writeUInt32LE(1, 72);
  return Buffer.concat([long, end]);
}

/** Room for a header's own bytes, zeros, with the name and the extra fields behind it. */
function headOf(ownBytes: number, name: Uint8Array, extra: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(ownBytes + name.length + totalLength(extra));
  head.set(name, ownBytes);
  let at = ownBytes + name.length;
  for (const one of extra) {
    head.set(one, at);
    at += one.length;
  }
  return head;
}

export function totalLength(parts: readonly Uint8Array[]): number {
  let sum = 0;
  for (const { length } of parts) sum += length;
  return sum;
}

/** Version needed, flags, method and time: the same in both headers. */
function writeCommon(head: Buffer, at: number, entry: ZipEntry, isLong = entry.isLarge): void {
  const { isEncrypted, isStreamed, isLarge, method } = entry;
  const flags = utf8Flag | (isEncrypted ? encryptedFlag : 0) | (isStreamed ? streamedFlag : 0);
  head.writeUInt16LE(isEncrypted ? aesVersion : isLarge || isLong ? zip64Version : plainVersion, at);
  head.writeUInt16LE(flags, at + 2);
  head.writeUInt16LE(isEncrypted ? aesMethod : method, at + 4);
  head.writeUInt32LE(entry.dosTime, at + 6);
}

const [firstDos, lastDos] = [new Date(1980, 0, 1).getTime(), new Date(2107, 11, 31, 23, 59, 58).getTime()];

/** Local date and time. Two seconds are its smallest step, 1980 is its beginning, 2107 its end. */
export function dosTime(mtimeMs: number): number {
  const date = new Date(Math.max(firstDos, Math.min(lastDos, mtimeMs)));
  const years = date.getFullYear() - 1980;
  const day = (years << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return ((day << 16) | time) >>> 0;
}

/** The time in UTC, which the format itself does not know; and how an entry is encrypted. */
function commonFields({ mtimeMs, isEncrypted, method }: ZipEntry): Buffer[] {
  const times = timeOf(mtimeMs);
  // Version 2: without a checksum, which would give a short text away. Strength 3: 256 bits.
  return isEncrypted ? [times, field(aesField, Buffer.from([2, 0, 0x41, 0x45, 3, method, 0]))] : [times];
}

/** Of 1901 to 2038 as Unix has it; else as Windows, in 100 ns since 1601, which is what its own programs write. */
function timeOf(mtimeMs: number): Buffer {
  const seconds = Math.floor(mtimeMs / 1000);
  if (Math.abs(seconds + 0.5) < 0x8000_0000) {
    const data = Buffer.alloc(5);
    data.writeUInt8(1, 0);
    data.writeInt32LE(seconds, 1);
    return field(timeField, data);
  }
  const ticks = BigInt(Math.max(0, Math.min(windowsLastMs, Math.round(mtimeMs) + windowsZeroMs))) * 10_000n;
  const data = Buffer.alloc(32);
  data.writeUInt16LE(1, 4);
  data.writeUInt16LE(24, 6);
  for (const at of [8, 16, 24]) data.writeBigUInt64LE(ticks, at);
  return field(windowsTimeField, data);
}

function field(id: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}
