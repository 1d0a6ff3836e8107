/** How many bytes the character at a place takes in UTF-8 (RFC 3629 §4); 0: none begins there. */
function lengthAt(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const isNext = (offset: number, low = 0x80, high = 0xbf) => {
    const byte = bytes[at + offset] ?? 0;
    return byte >= low && byte <= high;
  };
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return isNext(1) ? 2 : 0;
  if (first < 0xf0) return isNext(1, first === 0xe0 ? 0xa0 : 0x80, first === 0xed ? 0x9f : 0xbf) && isNext(2) ? 3 : 0;
  return isNext(1, first === 0xf0 ? 0x90 : 0x80, first === 0xf4 ? 0x8f : 0xbf) && isNext(2) && isNext(3) ? 4 : 0;
}

/** The name for bytes read from disk; the inverse of `nameToBytes`. A byte that is not UTF-8 becomes U+DC00 and its number. */
export function bytesToName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return decodeWithEscapes(bytes);
  }
}

/** Without an exception for each byte: names may be long, and lists of them longer. */
function decodeWithEscapes(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let out = "";
  let from = 0;
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    at += length;
    if (length > 0) continue;
    if (at > from) out += decoder.decode(bytes.subarray(from, at));
    out += String.fromCharCode(0xdc00 + (bytes[at] ?? 0));
    from = ++at;
  }
  return out + (from < bytes.length ? decoder.decode(bytes.subarray(from)) : "");
}
