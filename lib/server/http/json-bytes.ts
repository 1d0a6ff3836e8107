export const quote = 0x22;
export const backslash = 0x5c;

/** Whether the byte at `at`, in a text of JSON that begins at `start`, is escaped by what stands before it. */
export function isEscaped(body: Buffer, at: number, start: number): boolean {
  let first = at;
  while (first > start && body[first - 1] === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

/** The index of the quote that ends a text of JSON which begins at `start`; the end of the body where none does. */
export function endOfText(body: Buffer, start: number): number {
  const { at, isEnd } = lookForEnd(body, start, body.length);
  return isEnd ? at : body.length;
}

/**
 * Goes on from `start`, which is in the text and not behind a backslash, up to `until` or a byte further: `at` is the quote that ends the text, or where to go on.
 * Byte by byte: a search for the next quote costs more where every second byte is one.
 */
export function lookForEnd(body: Buffer, start: number, until: number): { at: number; isEnd: boolean } {
  let at = start;
  for (; at < until; at += 1) {
    const byte = body[at];
    if (byte === quote) return { at, isEnd: true };
    if (byte === backslash) at += 1;
  }
  return { at, isEnd: false };
}
