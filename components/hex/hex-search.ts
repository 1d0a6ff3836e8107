import type { ReadRange } from "./hex-bytes";

const chunkBytes = 1024 * 1024;

/** What somebody looks for: `68 65 6c` or `0x68656c` as bytes, all else as text; null: neither. */
export function needleOf(text: string, isHex: boolean): Uint8Array | null {
  if (!isHex) return text === "" ? null : new TextEncoder().encode(text);
  const digits = text.replaceAll(/0x|[\s,:-]/gi, "");
  if (digits === "" || digits.length % 2 === 1 || !/^[0-9a-f]+$/i.test(digits)) return null;
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) =>
    Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16),
  );
}

/** Where `needle` begins, from a place on; -1: nowhere. */
export function indexIn(bytes: Uint8Array, needle: Uint8Array, from = 0): number {
  const [first] = needle;
  if (first === undefined) return -1;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (at + needle.length > bytes.length) return -1;
    if (needle.every((byte, step) => bytes[at + step] === byte)) return at;
  }
  return -1;
}

export function lastIndexIn(bytes: Uint8Array, needle: Uint8Array): number {
  let last = -1;
  for (let at = indexIn(bytes, needle); at >= 0; at = indexIn(bytes, needle, at + 1)) last = at;
  return last;
}

type Search = {
  read: ReadRange;
  sizeBytes: number;
  needle: Uint8Array;
  /** Looked at first; then the rest, once around. */
  from: number;
  isBackwards: boolean;
  signal: AbortSignal;
  onProgress: (share: number) => void;
};

/** The next place of the bytes in the file; null: there is none. Reads piece by piece, pieces overlap by the length of what is sought. */
export async function findBytes({
  read,
  sizeBytes,
  needle,
  from,
  isBackwards,
  signal,
  onProgress,
}: Search): Promise<number | null> {
  const pieces = Math.ceil(sizeBytes / chunkBytes);
  const first = Math.min(pieces - 1, Math.floor(from / chunkBytes));
  // The piece that was begun in is looked at again at the end, for what lies on its other side.
  for (let step = 0; step <= pieces; step += 1) {
    const piece = (((first + (isBackwards ? -step : step)) % pieces) + pieces) % pieces;
    const start = piece * chunkBytes;
    const until = Math.min(sizeBytes, start + chunkBytes + needle.length - 1);
    const bytes = await read(start, until, signal);
    signal.throwIfAborted();
    const isFirst = step === 0;
    const at = isBackwards
      ? lastIndexIn(isFirst ? bytes.subarray(0, Math.max(0, from - start + needle.length - 1)) : bytes, needle)
      : indexIn(bytes, needle, isFirst ? from - start : 0);
    if (at >= 0 && at < chunkBytes) return start + at;
    onProgress((step + 1) / (pieces + 1));
  }
  return null;
}

/** `1024`, `0x400` or `400h`; null: no place in the file. */
export function offsetOf(text: string, sizeBytes: number): number | null {
  const trimmed = text.trim();
  const hex = /^0x([0-9a-f]+)$|^([0-9a-f]+)h$/i.exec(trimmed);
  const offset =
    hex === null ? (/^\d+$/.test(trimmed) ? Number(trimmed) : Number.NaN) : Number.parseInt(hex[1] ?? hex[2] ?? "", 16);
  return Number.isSafeInteger(offset) && offset < sizeBytes ? offset : null;
}
