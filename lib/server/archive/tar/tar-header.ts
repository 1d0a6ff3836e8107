import { AppError } from "@/lib/shared/errors";
import { bytesToName } from "@/lib/shared/bytes-to-name";

export const blockBytes = 512;

/** One block as it stands, before anything that overrides it. */
export type TarHeader = {
  name: string;
  sizeBytes: number;
  mtimeMs: number;
  mode: number;
  type: string;
  linkName: string;
  /** GNU's own format, which has other fields where POSIX has a prefix of the name. */
  isGnu: boolean;
};

const [sumAt, sumLength] = [148, 8];
/** The largest time that JavaScript has; no disk keeps a later one. */
const maxMs = 8.64e15;

export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Whether these bytes can begin a tar: also one of before POSIX, which has no magic but the checksum. */
export function isTarBlock(block: Uint8Array): boolean {
  return block.length >= blockBytes && block[0] !== 0 && hasRightSum(Buffer.from(block.subarray(0, blockBytes)));
}

/** Throws upload/archive for what is no header. What only describes an entry, such as its time, is read as far as it can be. */
export function parseHeader(block: Buffer): TarHeader {
  if (!hasRightSum(block)) throw tarProblem("a wrong header");
  const magic = block.toString("latin1", 257, 263);
  const isGnu = magic === "ustar ";
  const prefix = magic === "ustar\0" ? textAt(block, 345, 155) : "";
  const name = textAt(block, 0, 100);
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    sizeBytes: parseSize(block, 124),
    mtimeMs: clampMs((parseNumber(block, 136, 12) ?? 0) * 1000),
    mode: (parseNumber(block, 100, 8) ?? 0) & 0o777,
    type: String.fromCharCode(block[156] ?? 0),
    linkName: textAt(block, 157, 100),
    isGnu,
  };
}

/** Some programs of old have summed signed bytes. */
function hasRightSum(block: Buffer): boolean {
  const said = parseNumber(block, sumAt, sumLength);
  let [sum, signed] = [sumLength * 0x20, sumLength * 0x20];
  // By hand: with iterators it took a twentieth of a whole upload.
  for (let index = 0; index < block.length; index++) {
    if (index >= sumAt && index < sumAt + sumLength) continue;
    const byte = block[index] ?? 0;
    sum += byte;
    signed += byte < 0x80 ? byte : byte - 0x100;
  }
  return said === sum || said === signed;
}

/** Where an entry ends depends on it, so it is right or nothing is. */
export function parseSize(block: Buffer, at: number): number {
  const value = parseNumber(block, at, 12);
  if (value === null || !Number.isSafeInteger(value) || value < 0) throw tarProblem("a wrong header");
  return value;
}

/** Octal text; or base 256 where the first bit is set, negative where all of the first byte is. Null for anything else. */
function parseNumber(block: Buffer, start: number, length: number): number | null {
  const first = block[start] ?? 0;
  if ((first & 0x80) === 0) return parseOctal(block, start, length);
  const isNegative = (first & 0x40) !== 0;
  let value = isNegative ? (first & 0x7f) - 0x80 : first & 0x3f;
  for (const byte of block.subarray(start + 1, start + length)) value = value * 256 + byte;
  return value;
}

/** Digits, with spaces before and NULs or spaces behind them; nothing at all is 0. */
function parseOctal(block: Buffer, start: number, length: number): number | null {
  let [value, at] = [0, start];
  const end = start + length;
  while (at < end && block[at] === 0x20) at++;
  for (; at < end; at++) {
    const digit = (block[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) break;
    value = value * 8 + digit;
  }
  return at === end || block[at] === 0 || block[at] === 0x20 ? value : null;
}

function textAt(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return bytesToName(end < 0 ? field : field.subarray(0, end));
}

export function clampMs(value: number): number {
  return Number.isNaN(value) ? 0 : Math.max(-maxMs, Math.min(maxMs, Math.round(value)));
}

/** Zeros that fill the last block of a content. */
export function paddingFor(sizeBytes: number): number {
  return (blockBytes - (sizeBytes % blockBytes)) % blockBytes;
}

export function tarProblem(text: string): AppError {
  return new AppError("upload/archive", { problem: text });
}
