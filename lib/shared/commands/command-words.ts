/** Any characters, where a pattern has `*` outside of quotes. */
export const anything = Symbol("anything");
/** A word: what it holds as it is, and gaps. The empty word has no part. */
export type WordParts = readonly (string | typeof anything)[];

const blanks = " \t\r\n";

/**
 * A line as words, by the quotes of a shell and nothing else of it: blanks separate, '…' keeps all as it is, in "…" a backslash takes the meaning from `"`
 * and `\`, outside of quotes from everything. Null where a quote is open at the end, or a backslash the last.
 */
export function splitWords(line: string): WordParts[] | null {
  const words: WordParts[] = [];
  let word: (string | typeof anything)[] | null = null;
  let quote: "'" | '"' | null = null;
  const add = (text: string) => {
    word ??= [];
    const last = word.at(-1);
    if (typeof last === "string") word[word.length - 1] = last + text;
    else word.push(text);
  };
  for (let at = 0; at < line.length; at++) {
    const sign = line.charAt(at);
    const next = line.charAt(at + 1);
    if (quote !== null && sign === quote) quote = null;
    else if (quote === null && (sign === "'" || sign === '"')) {
      quote = sign;
      word ??= [];
    } else if (sign === "\\" && (quote === null || (quote === '"' && (next === '"' || next === "\\")))) {
      if (next === "") return null;
      add(next);
      at++;
    } else if (quote !== null) add(sign);
    else if (blanks.includes(sign)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (sign === "*") {
      word ??= [];
      word.push(anything);
    } else add(sign);
  }
  if (quote !== null) return null;
  if (word !== null) words.push(word);
  return words;
}

/** What somebody has typed as arguments: `*` is itself, for nobody puts names in its place. Null as for splitWords. */
export function splitArguments(line: string): string[] | null {
  const words = splitWords(line);
  return words === null ? null : words.map((word) => word.map((part) => (part === anything ? "*" : part)).join(""));
}

const plain = /^[\w./+:@%,=-]+$/;

/** Words as a line that splitArguments and shells read as the same words. */
export function joinArguments(words: readonly string[]): string {
  return words.map((word) => (plain.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)).join(" ");
}
