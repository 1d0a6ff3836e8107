import iconv from "iconv-lite";
import { isTextEncoding, type TextEncodingName } from "@/lib/shared/encodings";
import { AppError } from "@/lib/shared/errors";
import { guessEncodings, type Guess } from "./guess/guess-encodings";
import { encodeMultiByte, isMultiByte, multiByteDecoder } from "./multi-byte";
import { decodeSingleByte, encodeSingleByte, isSingleByte } from "./single-byte";

/** `guessed`: it might as well be in another encoding, and read differently. */
export type DecodedText = { text: string; encoding: string; bom: boolean; guessed: boolean };
export type Eol = "lf" | "crlf" | "cr" | "mixed";

const boms: readonly { encoding: TextEncodingName; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/** How a text may have been written: `skipBytes` are those of its mark. */
export type Candidate = { encoding: TextEncodingName; bom: boolean; skipBytes: number; guessed: boolean };

/** So much of a text's beginning tells what it may be. */
export const sampleBytes = 256 * 1024;
/** And so much of it from what is not ASCII on, by statistics: for all of it they would take too long, while everybody waits. */
const countedBytes = 8 * 1024;
/** By so much, as a logarithm, the likeliest encoding must be ahead of one in which the text reads differently. */
const clearLead = 6;

/**
 * What a text may be written in, likeliest first, by its beginning: as chosen; else by its byte order mark, as UTF-8, by statistics. The
 * first in which all of it can be read is the one. None: there are NUL bytes outside UTF-16. The first takes a millisecond, and what statistics say some fifteen: before each, others should
 * have had a turn.
 */
export function* encodingCandidates(start: Buffer, wanted?: string): Generator<Candidate, void> {
  const sample = start.subarray(0, sampleBytes);
  const mark = boms.find((bom) => bom.bytes.every((byte, index) => sample[index] === byte));
  const marked = mark && { encoding: mark.encoding, bom: true, skipBytes: mark.bytes.length, guessed: false };
  const plain = (encoding: TextEncodingName) => ({ encoding, bom: false, skipBytes: 0, guessed: false });
  if (wanted !== undefined && isTextEncoding(wanted)) {
    yield marked?.encoding === wanted ? marked : plain(wanted);
    return;
  }
  if (marked !== undefined) yield marked;
  if (sample.includes(0)) {
    const wide = guessUtf16(sample);
    if (wide !== null) yield plain(wide);
    return;
  }
  yield plain("utf-8");
  let from = 0;
  while (from < sample.length && (sample[from] ?? 0) < 0x80) from++;
  // With what stands before it; where what is not ASCII comes later, nothing tells.
  const counted = sample.subarray(Math.max(0, from - 1), from + countedBytes);
  const guesses = from === sample.length ? [] : guessEncodings(counted);
  for (const [at, { encoding }] of guesses.entries()) {
    yield { ...plain(encoding), guessed: isUnclear(guesses.slice(at), counted) };
    // The same with characters of four bytes.
    if (encoding === "gbk") yield plain("gb18030");
  }
  if (guesses.length === 0) yield { ...plain("windows-1252"), guessed: true };
}

/** Whether one of those that come next is about as likely as the first, and reads differently. */
function isUnclear([first, ...others]: readonly Guess[], bytes: Buffer): boolean {
  if (first === undefined) return true;
  const text = strictStart(bytes, first.encoding);
  return others
    .filter(({ score }) => score > first.score - clearLead)
    .some(({ encoding }) => {
      const other = strictStart(bytes, encoding);
      return other !== null && other !== text;
    });
}

/** Its last character may be cut. */
function strictStart(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return strictDecoder(encoding).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** What is wrong with bytes that none of the candidates fits. */
export function unreadable(wanted?: string): AppError {
  return wanted !== undefined && isTextEncoding(wanted)
    ? new AppError("file/encoding", { encoding: wanted })
    : new AppError("file/not-text");
}

/** The text of a file that is held whole. Throws file/not-text, or file/encoding where the chosen encoding does not fit. */
export function decodeText(bytes: Buffer, wanted?: string): DecodedText {
  for (const { skipBytes, ...found } of encodingCandidates(bytes, wanted)) {
    const text = tryDecode(bytes.subarray(skipBytes), found.encoding);
    if (text !== null) return { text, ...found };
  }
  throw unreadable(wanted);
}

/** UTF-16 without a mark: Latin text has its NULs on one side only. */
export function guessUtf16(sample: Buffer): TextEncodingName | null {
  let [even, odd] = [0, 0];
  // Without an iterator, which makes an array for each byte.
  for (let at = 0; at < sample.length; at++)
    if (sample[at] === 0)
      if (at % 2 === 0) even++;
      else odd++;
  if (odd > sample.length / 4 && even < sample.length / 50) return "utf-16le";
  return even > sample.length / 4 && odd < sample.length / 50 ? "utf-16be" : null;
}

export type TextPieces = { decode: (bytes?: Uint8Array, options?: { stream?: boolean }) => string };

/** Replaces what does not fit. */
export function lenientDecoder(encoding: TextEncodingName): TextPieces {
  if (isMultiByte(encoding)) return multiByteDecoder(encoding, { isStrict: false });
  return isSingleByte(encoding) ? strictDecoder(encoding) : new TextDecoder(encoding, { ignoreBOM: true });
}

/** Throws where bytes do not fit; marks are characters to it. */
export function strictDecoder(encoding: TextEncodingName): TextPieces {
  if (isSingleByte(encoding)) return { decode: (bytes) => decodeSingleByte(bytes ?? new Uint8Array(0), encoding) };
  if (isMultiByte(encoding)) return multiByteDecoder(encoding, { isStrict: true });
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}

function tryDecode(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return strictDecoder(encoding).decode(bytes);
  } catch {
    return null;
  }
}

/** The bytes of a text. Throws file/encoding for a character that the encoding does not have: nothing is replaced by `?`. */
export function encodeText(text: string, encoding: string, bom: boolean): Buffer {
  if (!isTextEncoding(encoding)) throw new AppError("file/encoding", { encoding });
  if (isSingleByte(encoding) || isMultiByte(encoding)) {
    const bytes = isMultiByte(encoding) ? encodeMultiByte(text, encoding) : encodeSingleByte(text, encoding);
    if (bytes === null) throw new AppError("file/encoding", { encoding });
    return bytes;
  }
  if (!text.isWellFormed()) throw new AppError("file/encoding", { encoding });
  const body = encoding === "utf-8" ? Buffer.from(text, "utf8") : iconv.encode(text, encoding);
  const mark = bom ? boms.find((candidate) => candidate.encoding === encoding) : undefined;
  return mark === undefined ? body : Buffer.concat([Uint8Array.from(mark.bytes), body]);
}

export function detectEol(text: string): Eol {
  const lines = createEolCounter();
  lines.take(text);
  return lines.end();
}

/** The line ends of a text that comes in pieces. */
export function createEolCounter() {
  const found = new Set<Eol>();
  let isOpen = false;
  return {
    take(piece: string): void {
      // A pair may be cut in two.
      const text = isOpen ? `\r${piece}` : piece;
      isOpen = text.endsWith("\r");
      const whole = isOpen ? text.slice(0, -1) : text;
      if (whole.includes("\r\n")) found.add("crlf");
      if (!found.has("lf") && /(?<!\r)\n/.test(whole)) found.add("lf");
      if (!found.has("cr") && /\r(?!\n)/.test(whole)) found.add("cr");
    },
    end(): Eol {
      if (isOpen) found.add("cr");
      const [first = "lf"] = found;
      return found.size > 1 ? "mixed" : first;
    },
  };
}

/** All line ends as `eol` says; `mixed` leaves the text as it is. */
export function applyEol(text: string, eol: Eol): string {
  if (eol === "mixed") return text;
  const ends = { lf: "\n", crlf: "\r\n", cr: "\r" } as const;
  return text.replaceAll(/\r\n|\r|\n/g, ends[eol]);
}
