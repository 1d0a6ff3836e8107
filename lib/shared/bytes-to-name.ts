/** How many bytes the character at a place takes in UTF-8 (RFC 3629 §4); 0: none begins there. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const isThen = isBetween(bytes[at + 1], secondFrom(first), secondTo(first));
  if (!isThen) return 0;
  if (first < 0xe0) return 2;
  if (!isBetween(bytes[at + 2], 0x80, 0xbf)) return 0;
  if (first < 0xf0) return 3;
  return isBetween(bytes[at + 3], 0x80, 0xbf) ? 4 : 0;
}

const isBetween = (byte = 0, low: number, high: number) => byte >= low && byte <= high;
/** Less would be a longer form of a shorter character; more is a half of a pair, or beyond Unicode. */
const secondFrom = (first: number) => (first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80);
const secondTo = (first: number) => (first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf);

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The name for bytes read from disk; the inverse of `nameToBytes`. A byte that is not UTF-8 becomes U+DC00 and its number. Without an exception: names
 * may be long, and lists of them longer.
 */
export function bytesToName(bytes: Uint8Array): string {
  let at = 0;
  while (at < bytes.length) {
    const length = lengthAt(bytes, at);
    if (length === 0) return decodeWithEscapes(bytes);
    at += length;
  }
  return decoder.decode(bytes);
}

/** So many units are made a text at once: each is an argument. */
const unitsAtOnce = 4_096;

function decodeWithEscapes(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    if (length === 0) units[count++] = 0xdc00 + (bytes[at] ?? 0);
    else {
      const point = pointAt(bytes, at, length);
      if (point > 0xffff) units[count++] = 0xd7c0 + (point >> 10);
      units[count++] = point > 0xffff ? 0xdc00 + (point & 0x3ff) : point;
    }
    at += Math.max(length, 1);
  }
  let out = "";
  for (let from = 0; from < count; from += unitsAtOnce)
    out += Reflect.apply(String.fromCharCode, null, units.subarray(from, Math.min(from + unitsAtOnce, count)));
  return out;
}

/** The character that so many bytes stand for. */
function pointAt(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0;
  if (length === 1) return first;
  let point = first & (0xff >> (length + 1));
  for (let next = 1; next < length; next++) point = (point << 6) | ((bytes[at + next] ?? 0) & 0x3f);
  return point;
}
