import { AppError } from "@/lib/shared/errors";
import { bytesToName } from "@/lib/shared/paths";
import { createByteReader, type ByteReader } from "./byte-reader";

export type TarEntry = {
  /** As the archive names it: untrusted. */
  path: string;
  kind: "file" | "folder" | "other";
  sizeBytes: number;
  mtimeMs: number;
  /** Permission bits. */
  mode: number;
  /** All of the content at once. */
  take: () => Promise<Uint8Array>;
  stream: () => AsyncIterable<Uint8Array>;
};

const blockBytes = 512;
/** A path is at most 4 KiB; the rest of what pax headers carry is not wanted. */
const maxHeaderBytes = 65_536;

type Header = { name: string; sizeBytes: number; mtimeMs: number; mode: number; type: string };
type Override = Partial<Pick<Header, "name" | "sizeBytes" | "mtimeMs">>;

/**
 * Reads ustar with the extensions of pax and GNU tar (long names, large sizes) from a stream, one entry after the other. What
 * is left of an entry's content when the next is asked for is passed over. Throws upload/archive for what is no tar.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void, undefined> {
  const reader = createByteReader(source);
  let override: Override = {};
  for (;;) {
    const block = await reader.take(blockBytes);
    // Without the closing blocks the sender broke off: what looks whole may be half.
    if (block === null) throw problem("cut short");
    if (block[0] === 0 && block.every((byte) => byte === 0)) {
      await reader.drain();
      return;
    }
    const header = parseHeader(Buffer.from(block));
    if (header.type === "x" || header.type === "L") {
      Object.assign(override, await readOverride(reader, header));
      continue;
    }
    if (header.type === "g" || header.type === "K") {
      await readLong(reader, header.sizeBytes);
      continue;
    }
    yield* readEntry(reader, { ...header, ...override });
    override = {};
  }
}

async function* readEntry(reader: ByteReader, header: Header): AsyncGenerator<TarEntry, void, undefined> {
  const kind = kindOf(header);
  // Links and devices have no content, whatever their size says.
  const sizeBytes = kind === "folder" || "123456".includes(header.type) ? 0 : header.sizeBytes;
  let leftBytes = sizeBytes;
  async function* stream() {
    for await (const part of reader.stream(leftBytes)) {
      leftBytes -= part.length;
      yield part;
    }
  }
  const take = async () => {
    leftBytes = 0;
    const bytes = await reader.take(sizeBytes);
    if (bytes === null) throw problem("cut short");
    return bytes;
  };
  const { name, mtimeMs, mode } = header;
  yield { path: name, kind, sizeBytes, mtimeMs, mode, take, stream };
  // Also of what was read in part, such as a file for which there was no room.
  await reader.skip(leftBytes);
  await reader.skip(paddingOf(sizeBytes));
}

function kindOf({ type, name }: Header): TarEntry["kind"] {
  if (type === "5" || (isFileType(type) && name.endsWith("/"))) return "folder";
  return isFileType(type) ? "file" : "other";
}

const isFileType = (type: string) => type === "0" || type === "\0" || type === "7";

function parseHeader(block: Buffer): Header {
  if (sumOf(block) !== parseOctal(block, 148, 8)) throw problem("a wrong header");
  const prefix = block.toString("latin1", 257, 262) === "ustar" ? textAt(block, 345, 155) : "";
  const name = textAt(block, 0, 100);
  return {
    name: prefix === "" || block[263] === 0x20 ? name : `${prefix}/${name}`, // GNU's own format has times there
    sizeBytes: parseNumber(block, 124, 12),
    mtimeMs: parseNumber(block, 136, 12) * 1000,
    mode: parseOctal(block, 100, 8) & 0o777,
    type: String.fromCharCode(block[156] ?? 0),
  };
}

/** Of all bytes, those of the sum itself as spaces. Counted by hand: with iterators it took a twentieth of a whole upload. */
function sumOf(block: Buffer): number {
  let sum = 8 * 0x20;
  for (let index = 0; index < block.length; index++) if (index < 148 || index >= 156) sum += block[index] ?? 0;
  return sum;
}

function textAt(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return bytesToName(end < 0 ? field : field.subarray(0, end));
}

/** Octal text, or base 256 where the first bit is set. */
function parseNumber(block: Buffer, start: number, length: number): number {
  if (((block[start] ?? 0) & 0x80) === 0) return parseOctal(block, start, length);
  let value = 0;
  for (const byte of block.subarray(start + 1, start + length)) value = value * 256 + byte;
  if (!Number.isSafeInteger(value)) throw problem("a wrong header");
  return value;
}

/** Digits, with spaces before and NULs or spaces behind them; nothing at all is 0. */
function parseOctal(block: Buffer, start: number, length: number): number {
  let [value, at] = [0, start];
  const end = start + length;
  while (at < end && block[at] === 0x20) at++;
  for (; at < end; at++) {
    const digit = (block[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  for (; at < end; at++) if (block[at] !== 0 && block[at] !== 0x20) throw problem("a wrong header");
  return value;
}

async function readLong(reader: ByteReader, sizeBytes: number): Promise<Buffer> {
  if (sizeBytes > maxHeaderBytes) throw problem("a header that is too long");
  const bytes = await reader.take(sizeBytes);
  if (bytes === null) throw problem("cut short");
  await reader.skip(paddingOf(sizeBytes));
  return Buffer.from(bytes);
}

async function readOverride(reader: ByteReader, { type, sizeBytes }: Header): Promise<Override> {
  const bytes = await readLong(reader, sizeBytes);
  if (type === "L") return { name: bytesToName(bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes) };
  const out: Override = {};
  // pax: "length key=value\n", the length counts itself.
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at);
    const length = Number(bytes.toString("latin1", at, space));
    if (space < 0 || !Number.isSafeInteger(length) || length <= space - at || at + length > bytes.length)
      throw problem("a wrong header");
    const record = bytes.subarray(space + 1, at + length - 1);
    const equals = record.indexOf(0x3d);
    const key = record.toString("latin1", 0, equals);
    const value = record.subarray(equals + 1);
    if (key === "path") out.name = bytesToName(value);
    if (key === "size") out.sizeBytes = parseDecimal(value);
    if (key === "mtime") out.mtimeMs = Math.round(Number(value.toString("latin1")) * 1000) || 0;
    at += length;
  }
  return out;
}

function parseDecimal(value: Uint8Array): number {
  const size = Number(Buffer.from(value).toString("latin1"));
  if (!Number.isSafeInteger(size) || size < 0) throw problem("a wrong header");
  return size;
}

function paddingOf(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes;
}

function problem(text: string): AppError {
  return new AppError("upload/archive", { problem: text });
}
