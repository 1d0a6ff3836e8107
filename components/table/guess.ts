import Papa from "papaparse";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];

/** Encodings to choose from, as browsers decode them; the first are guessed. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "windows-1251",
  "shift_jis",
  "gb18030",
  "euc-kr",
] as const;
export type Encoding = (typeof encodings)[number];

/** By the byte order mark; else by whether it is UTF-8, or has the zeros of UTF-16. */
export function guessEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 2000);
  const zeros = [0, 1].map((odd) => sample.filter((byte, at) => byte === 0 && at % 2 === odd).length);
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4) return "utf-16le";
  if (even > sample.length / 4) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** What stands between cells, by the beginning of the text. */
export function guessDelimiter(sample: string, name: string): Delimiter {
  if (/\.tsv$/i.test(name)) return "\t";
  const found = Papa.parse(sample, { preview: 30, skipEmptyLines: true, delimitersToGuess: [...delimiters] }).meta
    .delimiter;
  return delimiters.find((one) => one === found) ?? ",";
}

/** Whether the first row has the names of the columns: no numbers, nothing twice, nothing empty. */
export function guessHeader(first: readonly string[], second: readonly string[] | undefined): boolean {
  if (second === undefined || first.length === 0) return false;
  const names = first.map((cell) => cell.trim());
  return names.every((name) => name !== "" && !isNumber(name)) && new Set(names).size === names.length;
}

/** A number as tables have them; a decimal comma is not taken for one. */
export function isNumber(text: string): boolean {
  return text !== "" && Number.isFinite(Number(text));
}
