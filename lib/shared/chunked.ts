export function chunked<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const out: T[][] = [];
  for (let start = 0; start < items.length; start += size) out.push(items.slice(start, start + size));
  return out;
}

/** {@link chunked} for what differs in its length: no part is longer than `most` items, or, of more than one, than `length`. */
export function chunkedByLength<T extends { length: number }>(
  items: readonly T[],
  { most, length }: { most: number; length: number },
): readonly (readonly T[])[] {
  const out: T[][] = [];
  let [part, held]: [T[], number] = [[], 0];
  for (const item of items) {
    if (part.length > 0 && (part.length === most || held + item.length > length)) {
      out.push(part);
      [part, held] = [[], 0];
    }
    part.push(item);
    held += item.length;
  }
  return part.length === 0 ? out : [...out, part];
}
