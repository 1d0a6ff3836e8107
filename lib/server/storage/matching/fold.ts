import type { TextRange } from "@/lib/server/storage/search";

const nonAscii = /[\u0080-\uffff]/;
/** A Hangul syllable in its parts, or a letter with its marks: what normalising may change as a whole. */
const cluster = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|\P{M}\p{M}*|\p{M}+/gu;

/** The text as it is compared: composed and decomposed letters are the same, and without `matchCase` so are `A`, `a` and `Ａ`. */
export function fold(text: string, matchCase: boolean): string {
  if (!nonAscii.test(text)) return matchCase ? text : text.toLowerCase();
  if (matchCase) return text.normalize("NFC");
  // By way of capitals: ß is SS, and a sigma is the same at the end of a word.
  return text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}

/** Ranges of the folded text → ranges of the text itself. */
export function unfoldRanges(text: string, matchCase: boolean, ranges: readonly TextRange[]): TextRange[] {
  if (!nonAscii.test(text)) return [...ranges];
  /** For each unit of the folded text where its cluster begins and ends in the text. */
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: part, index } of text.matchAll(cluster)) {
    const { length } = fold(part, matchCase);
    for (let unit = 0; unit < length; unit++) {
      starts.push(index);
      ends.push(index + part.length);
    }
  }
  return ranges.map(([from, to]) => [
    starts[from] ?? text.length,
    to > from ? (ends[to - 1] ?? text.length) : (starts[from] ?? text.length),
  ]);
}
