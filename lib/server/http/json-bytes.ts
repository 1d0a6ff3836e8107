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
  for (let at = body.indexOf(quote, start); at !== -1; at = body.indexOf(quote, at + 1))
    if (!isEscaped(body, at, start)) return at;
  return body.length;
}
