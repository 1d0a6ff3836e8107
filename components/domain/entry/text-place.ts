/** A line of a text, from 1, and what of it is meant: columns in UTF-16 units, from 1, the last one exclusive. */
export type TextPlace = { line: number; from?: number; to?: number };

/** For the address of an opened text: `12`, or `12.5-9`. */
export function formatPlace({ line, from, to }: TextPlace): string {
  return from === undefined || to === undefined ? `${line}` : `${line}.${from}-${to}`;
}

/** The inverse; null for anything else. */
export function parsePlace(text: string | null): TextPlace | null {
  const [, line, from, to] = /^([1-9]\d{0,8})(?:\.([1-9]\d{0,8})-([1-9]\d{0,8}))?$/.exec(text ?? "") ?? [];
  if (line === undefined) return null;
  return from === undefined || to === undefined
    ? { line: Number(line) }
    : { line: Number(line), from: Number(from), to: Number(to) };
}
