import iconv from "iconv-lite";
import { textEncodings } from "@/lib/shared/encodings";

/** Shorter ones are found by chance in any file. */
const leastBytes = 2;

/**
 * A text as it may stand in files that are not UTF-8: its bytes in GBK, Shift-JIS and the others that texts are read in, as sources of regular
 * expressions over bytes. Empty for ASCII, which is the same in all of them. UTF-16 with a mark is read by ripgrep itself, for the other see
 * {@link widePatterns}.
 */
export function legacyPatterns(text: string, matchCase: boolean): string[] {
  if (!/[^\x00-\x7f]/.test(text)) return []; // oxlint-disable-line no-control-regex -- all of ASCII
  const chars = Array.from(text.normalize("NFC"));
  const found = new Set<string>();
  for (const { id } of textEncodings) {
    if (id.startsWith("utf-")) continue;
    const forms = chars.map((char) => formsOf(char, matchCase).flatMap((form) => bytesOf(form, id)));
    const isWhole = forms.every(({ length }) => length > 0);
    const bytes = forms.reduce((sum, [first]) => sum + (first?.length ?? 0), 0);
    if (isWhole && bytes >= leastBytes) found.add(`(?-u:${forms.map(source).join("")})`);
  }
  return [...found];
}

/** As in {@link legacyPatterns}, for UTF-16. Empty for a single character, which stands in any file that is no text. */
export function widePatterns(text: string, matchCase: boolean): string[] {
  const chars = Array.from(text.normalize("NFC"));
  if (chars.length < 2) return [];
  return ["utf-16le", "utf-16be"].map((encoding) => {
    const forms = chars.map((char) => formsOf(char, matchCase).map((form) => iconv.encode(form, encoding)));
    return `(?-u:${forms.map(source).join("")})`;
  });
}

function formsOf(char: string, matchCase: boolean): string[] {
  return matchCase ? [char] : [char, char.toLowerCase(), char.toUpperCase()];
}

/** None where the encoding does not have it. */
function bytesOf(form: string, encoding: string): Buffer[] {
  const bytes = iconv.encode(form, encoding);
  return iconv.decode(bytes, encoding) === form ? [bytes] : [];
}

function source(forms: readonly Buffer[]): string {
  const escaped = forms.map((bytes) =>
    Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join(""),
  );
  return `(?:${[...new Set(escaped)].join("|")})`;
}
