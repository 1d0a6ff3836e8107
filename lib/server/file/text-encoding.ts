import { analyse } from "chardet";
import iconv from "iconv-lite";
import { isTextEncoding, type TextEncodingName } from "@/lib/shared/encodings";
import { AppError } from "@/lib/shared/errors";

export type DecodedText = { text: string; encoding: string; bom: boolean };
export type Eol = "lf" | "crlf" | "cr" | "mixed";

const boms: readonly { encoding: TextEncodingName; bytes: readonly number[] }[] = [
  { encoding: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", bytes: [0xff, 0xfe] },
  { encoding: "utf-16be", bytes: [0xfe, 0xff] },
];

/**
 * The text of a file: by its byte order mark, as UTF-8 if it is valid, else by statistics. With `encoding` the caller
 * decides. Throws file/not-text for NUL bytes outside UTF-16, file/encoding where the chosen encoding does not fit.
 */
export function decodeText(bytes: Buffer, encoding?: string): DecodedText {
  const mark = boms.find((bom) => bom.bytes.every((byte, index) => bytes[index] === byte));
  if (encoding !== undefined && isTextEncoding(encoding)) {
    const isMarked = mark?.encoding === encoding;
    const text = tryDecode(bytes.subarray(isMarked ? mark.bytes.length : 0), encoding);
    if (text === null) throw new AppError("file/encoding", { encoding });
    return { text, encoding, bom: isMarked };
  }
  if (mark !== undefined) {
    const text = tryDecode(bytes.subarray(mark.bytes.length), mark.encoding);
    if (text !== null) return { text, encoding: mark.encoding, bom: true };
  }
  const guess = guessEncoding(bytes);
  const text = guess === null ? null : tryDecode(bytes, guess);
  if (guess === null || text === null) throw new AppError("file/not-text");
  return { text, encoding: guess, bom: false };
}

const sampleBytes = 256 * 1024;

function guessEncoding(bytes: Buffer): TextEncodingName | null {
  const sample = bytes.subarray(0, sampleBytes);
  if (sample.includes(0)) return guessUtf16(sample);
  if (tryDecode(bytes, "utf-8") !== null) return "utf-8";
  const likely = analyse(sample)
    .map(({ name }) => toEncodingName(name))
    .filter((name) => name !== null);
  return (
    [...likely, "gb18030" as const, "windows-1252" as const].find((name) => tryDecode(bytes, name) !== null) ?? null
  );
}

/** UTF-16 without a mark: Latin text has its NULs on one side only. */
export function guessUtf16(sample: Buffer): TextEncodingName | null {
  const nuls = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) nuls[index % 2] = (nuls[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (odd > sample.length / 4 && even < sample.length / 50) return "utf-16le";
  return even > sample.length / 4 && odd < sample.length / 50 ? "utf-16be" : null;
}

function toEncodingName(name: string): TextEncodingName | null {
  const lower = name.toLowerCase();
  if (isTextEncoding(lower)) return lower;
  const aliases: Readonly<Record<string, TextEncodingName>> = {
    "iso-8859-1": "windows-1252",
    "iso-8859-9": "windows-1254",
  };
  return aliases[lower] ?? null;
}

function tryDecode(bytes: Uint8Array, encoding: TextEncodingName): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The bytes of a text. Throws file/encoding for a character that the encoding does not have: nothing is replaced by `?`. */
export function encodeText(text: string, encoding: string, bom: boolean): Buffer {
  if (!isTextEncoding(encoding)) throw new AppError("file/encoding", { encoding });
  const body = encoding === "utf-8" ? Buffer.from(text, "utf8") : iconv.encode(text, encoding);
  const isUnicode = encoding === "utf-8" || encoding.startsWith("utf-16");
  const isKept = isUnicode ? text.isWellFormed() : iconv.decode(body, encoding) === text;
  if (!isKept) throw new AppError("file/encoding", { encoding });
  const mark = bom ? boms.find((candidate) => candidate.encoding === encoding) : undefined;
  return mark === undefined ? body : Buffer.concat([Uint8Array.from(mark.bytes), body]);
}

export function detectEol(text: string): Eol {
  const crlf = text.includes("\r\n");
  const rest = crlf ? text.replaceAll("\r\n", "") : text;
  const found = [
    ...(crlf ? ["crlf" as const] : []),
    ...(rest.includes("\n") ? ["lf" as const] : []),
    ...(rest.includes("\r") ? ["cr" as const] : []),
  ];
  return found.length > 1 ? "mixed" : (found[0] ?? "lf");
}

/** All line ends as `eol` says; `mixed` leaves the text as it is. */
export function applyEol(text: string, eol: Eol): string {
  if (eol === "mixed") return text;
  const ends = { lf: "\n", crlf: "\r\n", cr: "\r" } as const;
  return text.replaceAll(/\r\n|\r|\n/g, ends[eol]);
}
