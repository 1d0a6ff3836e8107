import type { SearchQuery } from "@/lib/server/storage/search";
import { globToSource } from "@/lib/shared/glob";
import { legacyPatterns, widePatterns } from "./legacy-patterns";

/** One more than are shown of a file, to know whether there are more. */
export const linesPerFile = 20;

const common =
  "--no-config --no-messages --color=never --no-mmap --no-ignore-global --no-ignore-parent --only-matching --byte-offset --line-number --with-filename --no-heading --null --crlf".split(
    " ",
  );

/**
 * Arguments for ripgrep 13 and later. Each match comes as a line of its own, `path NUL line:offset:text`: what stands around it is
 * read by us, from the file that the actor may open.
 */
export function ripgrepArgs(query: SearchQuery): string[] {
  return [...walkArgs(query, query.filter.maxBytes), ...patternArgs(query)];
}

/** Larger texts in UTF-16 without a mark are not looked for: to find them, files that are no texts have to be read to their ends, too. */
export const maxWideBytes = 1_048_576;

/** For texts in UTF-16 without a byte order mark, which ripgrep takes for no texts; null for patterns. */
export function wideArgs(query: SearchQuery): string[] | null {
  const { text, mode, matchCase, filter } = query;
  const patterns = mode === "part" || mode === "start" || mode === "all" ? widePatterns(text, matchCase) : [];
  if (patterns.length === 0) return null;
  const maxBytes = Math.min(maxWideBytes, filter.maxBytes ?? maxWideBytes);
  return [...walkArgs(query, maxBytes), "--text", ...patterns.map((pattern) => `--regexp=${pattern}`)];
}

function walkArgs({ withHidden, withIgnoreRules, filter }: SearchQuery, maxBytes: number | undefined): string[] {
  return [
    ...common,
    `--max-count=${linesPerFile + 1}`,
    "--glob=!.filedeck-*",
    ...(withHidden ? ["--hidden"] : []),
    ...(withIgnoreRules
      ? ["--no-require-git", "--no-ignore-exclude", "--no-ignore-dot", "--glob=!.git"]
      : ["--no-ignore"]),
    ...(maxBytes === undefined ? [] : [`--max-filesize=${maxBytes}`]),
    ...typeArgs(filter.extensions),
  ];
}

/** Types, for a glob that includes would bring back what the ignore rules exclude. */
function typeArgs(extensions: readonly string[] | undefined): string[] {
  if (extensions === undefined) return [];
  return [...extensions.map((extension) => `--type-add=wanted:*.${anyCase(extension)}`), "--type=wanted"];
}

function anyCase(extension: string): string {
  return Array.from(extension, (char) => {
    const [lower, upper] = [char.toLowerCase(), char.toUpperCase()];
    return lower === upper || lower.length !== 1 || upper.length !== 1 ? char : `[${lower}${upper}]`;
  }).join("");
}

/** Letters may be stored composed or decomposed: both are looked for, and what a piece of text is in other encodings. */
export function patternArgs({ text, mode, matchCase }: Pick<SearchQuery, "text" | "mode" | "matchCase">): string[] {
  const source = mode === "glob" ? globToSource(text) : mode === "start" ? `^${escape(text)}` : text;
  const legacy = mode === "part" || mode === "start" ? legacyPatterns(text, matchCase) : [];
  const isFixed = mode === "all" || (mode === "part" && legacy.length === 0);
  const forms = [source.normalize("NFC"), source.normalize("NFD")];
  const patterns = new Set([
    ...(mode === "part" && !isFixed ? forms.map(escape) : forms),
    ...legacy.map((bytes) => (mode === "start" ? `^${bytes}` : bytes)),
  ]);
  return [
    ...(matchCase ? [] : ["--ignore-case"]),
    ...(isFixed ? ["--fixed-strings"] : []),
    ...(mode === "all" ? ["--word-regexp"] : []),
    ...[...patterns].map((pattern) => `--regexp=${pattern}`),
  ];
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#&~-]/g, "\\$&");
}
