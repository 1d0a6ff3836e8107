import type { FoundLine, SearchQuery, TextRange } from "@/lib/server/storage/search";
import { readAt } from "@/lib/server/storage/local/sys/read-at";
import { encodingCandidates } from "@/lib/server/text/text-encoding";
import type { RawMatch } from "./parse-ripgrep";
import { linesPerFile, maxWideBytes } from "./ripgrep-args";

const before = 120;
const after = 240;
const matchesPerLine = 20;

type Query = Pick<SearchQuery, "text" | "mode" | "matchCase">;
type File = { fd: number; sizeBytes: number; query: Query };
/** From `start` on in the text, without its line break. */
type Line = { line: number; start: number; text: string };

/**
 * The lines of a text in UTF-16 without a byte order mark, in which another program found the bytes of what is looked for. None where the
 * editor would not read the file as such a text: there the bytes stood by chance.
 */
export async function readWideLines(
  { fd, sizeBytes, query }: File,
  matches: readonly RawMatch[],
): Promise<{ lines: FoundLine[]; hasMore: boolean }> {
  const bytes = await readAt(fd, 0, Math.min(sizeBytes, maxWideBytes));
  const [first] = encodingCandidates(bytes);
  if (first?.bom !== false || !first.encoding.startsWith("utf-16")) return { lines: [], hasMore: false };
  const lines = splitLines(new TextDecoder(first.encoding, { ignoreBOM: true }).decode(bytes));
  const found = new Map<Line, TextRange[]>();
  for (const { offset, text } of matches) {
    // What stands in the one byte order stands in the other one byte beside it.
    const at = offset % 2 === 0 ? offset : first.encoding === "utf-16le" ? offset + 1 : offset - 1;
    const [from, to] = [at / 2, (at + text.length) / 2];
    const line = lines.findLast(({ start }) => start <= from);
    if (line === undefined) continue;
    const range: TextRange = [from - line.start, to - line.start];
    if (fits(line.text, range, query)) found.set(line, [...(found.get(line) ?? []), range]);
  }
  const shown = [...found].slice(0, linesPerFile);
  return { lines: shown.map(([line, ranges]) => foundLine(line, ranges)), hasMore: found.size > linesPerFile };
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const part of text.split("\n")) {
    lines.push({ line: lines.length + 1, start, text: part.replace(/\r$/, "") });
    start += part.length + 1;
  }
  return lines;
}

const wordCharacter = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]/u;

function fits(line: string, [from, to]: TextRange, { text, mode, matchCase }: Query): boolean {
  const [found, sought] = [line.slice(from, to), text.normalize("NFC")];
  if (found !== sought && (matchCase || found.toLowerCase() !== sought.toLowerCase())) return false;
  if (mode === "start") return from === 0;
  return mode !== "all" || !(wordCharacter.test(line.charAt(from - 1)) || wordCharacter.test(line.charAt(to)));
}

/** Of a long line what stands around its first match. */
function foundLine({ line, text }: Line, ranges: readonly TextRange[]): FoundLine {
  const cut = Math.max(0, (ranges[0]?.[0] ?? 0) - before);
  const end = Math.max(cut + before + after, ranges[0]?.[1] ?? 0);
  return {
    line,
    text: text.slice(cut, end),
    ranges: ranges
      .filter(([, to]) => to <= end)
      .slice(0, matchesPerLine)
      .map(([from, to]) => [from - cut, to - cut]),
    isCutAtStart: cut > 0,
  };
}
