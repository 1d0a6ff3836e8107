/** Orders names as people read them: `img2` before `img10`, case and accents as the language wants. */
export type NameCompare = (a: string, b: string) => number;

const zero = 48;
const nine = 57;
const asciiEnd = 128;

/**
 * A comparator for a language. Intl.Collator alone needs about a microsecond per pair, 1.7 s for 100,000 names, so text
 * that is ASCII up to its first difference is compared here, by weights asked from the collator once.
 */
export function makeNaturalCompare(locale: string): NameCompare {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "variant" });
  const weights = asciiWeights(new Intl.Collator(locale, { sensitivity: "base" }));
  return (a, b) => {
    const order = compareAscii(a, b, weights);
    if (order !== null) return order;
    return collator.compare(a, b) || compareUnits(a, b);
  };
}

/** Rank of each ASCII character in the language; letters that differ only in case share one. */
function asciiWeights(base: Intl.Collator): Uint8Array {
  const chars = Array.from({ length: asciiEnd }, (_, code) => String.fromCharCode(code)).sort(base.compare);
  const weights = new Uint8Array(asciiEnd);
  let rank = 1;
  chars.forEach((char, index) => {
    const previous = chars[index - 1];
    if (previous !== undefined && base.compare(previous, char) !== 0) rank++;
    weights[char.charCodeAt(0)] = rank;
  });
  return weights;
}

/** The order of two names, or null when a character beyond ASCII has a say. */
function compareAscii(a: string, b: string, weights: Uint8Array): number | null {
  const lengthA = a.length;
  const lengthB = b.length;
  let caseOrder = 0;
  let i = 0;
  let j = 0;
  while (i < lengthA && j < lengthB) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(j);
    if (x >= asciiEnd || y >= asciiEnd) return null;
    if (x >= zero && x <= nine && y >= zero && y <= nine) {
      const endA = endOfDigits(a, i);
      const endB = endOfDigits(b, j);
      const order = compareDigits(a, i, endA, b, j, endB);
      if (order !== 0) return order;
      i = endA;
      j = endB;
      continue;
    }
    if (x !== y) {
      const order = (weights[x] ?? 0) - (weights[y] ?? 0);
      if (order !== 0) return order;
      // Lower case first, as ICU has it; decides only when nothing else does.
      if (caseOrder === 0) caseOrder = y - x;
    }
    i++;
    j++;
  }
  if (i < lengthA) return a.charCodeAt(i) < asciiEnd ? 1 : null;
  if (j < lengthB) return b.charCodeAt(j) < asciiEnd ? -1 : null;
  return caseOrder || compareUnits(a, b);
}

function endOfDigits(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (code < zero || code > nine) break;
    end++;
  }
  return end;
}

function compareDigits(a: string, startA: number, endA: number, b: string, startB: number, endB: number): number {
  let i = startA;
  let j = startB;
  while (i < endA - 1 && a.charCodeAt(i) === zero) i++;
  while (j < endB - 1 && b.charCodeAt(j) === zero) j++;
  if (endA - i !== endB - j) return endA - i - (endB - j);
  for (; i < endA; i++, j++) {
    const order = a.charCodeAt(i) - b.charCodeAt(j);
    if (order !== 0) return order;
  }
  return 0;
}

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
