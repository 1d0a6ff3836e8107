import { isUtf8 } from "node:buffer";
import type { FoundLine, TextRange } from "@/lib/server/storage/search";
import { readAt } from "@/lib/server/storage/local/sys/read-at";
import {
  encodingCandidates,
  lenientDecoder,
  sampleBytes,
  strictDecoder,
  type TextPieces,
} from "@/lib/server/text/text-encoding";
import type { RawMatch } from "./parse-ripgrep";
import { linesPerFile } from "./ripgrep-args";

const before = 120;
const after = 240;
const longestPreview = 1_024;
const matchesPerLine = 20;
/** Texts in UTF-16 are read whole. */
const maxDecodedBytes = 16 * 1024 * 1024;

type Source = (offset: number, length: number) => Promise<Buffer>;
/** `text`: what was looked for. */
type File = { fd: number; sizeBytes: number; text: string };
/** How the file's text is written where it is not UTF-8. */
type Legacy = () => Promise<TextPieces>;

/**
 * The lines around what another program says it found in a file, read from the file's own descriptor. What is not there is left out:
 * the program may have been led elsewhere, by a link that somebody swapped in, and nothing of that may show.
 */
export async function readFoundLines(
  file: File,
  matches: readonly RawMatch[],
): Promise<{ lines: FoundLine[]; hasMore: boolean }> {
  const byLine = new Map<number, RawMatch[]>();
  for (const match of matches) byLine.set(match.line, [...(byLine.get(match.line) ?? []), match]);
  const source = await sourceOf(file);
  let found: Promise<TextPieces> | null = null;
  const reader = { source, text: file.text, legacy: () => (found ??= findDecoder(file.fd)) };
  const lines: FoundLine[] = [];
  for (const [line, inLine] of [...byLine].slice(0, linesPerFile)) {
    const read = await readLine(reader, line, inLine.slice(0, matchesPerLine));
    if (read !== null) lines.push(read);
  }
  return { lines, hasMore: byLine.size > linesPerFile };
}

type Reader = { source: Source; text: string; legacy: Legacy };

async function readLine(
  { source, text: sought, legacy }: Reader,
  line: number,
  matches: readonly RawMatch[],
): Promise<FoundLine | null> {
  const [first] = matches;
  const last = matches.at(-1);
  if (first === undefined || last === undefined) return null;
  const start = Math.max(0, first.offset - before);
  const wanted = Math.min(longestPreview, last.offset + last.text.length + after - start);
  const bytes = await source(start, wanted);
  const at = first.offset - start;
  if (!isThere(bytes, at, first)) return null;
  const lineBreak = at === 0 ? -1 : bytes.lastIndexOf(0x0a, at - 1);
  const from = lineBreak >= 0 ? lineBreak + 1 : characterStart(bytes, start === 0 ? 0 : 1);
  const lineEnd = bytes.indexOf(0x0a, at + first.text.length);
  const to = lineEnd < 0 ? bytes.length : lineEnd;
  const isPlain = isUtf8(bytes.subarray(from, to));
  const decoder = isPlain ? utf8 : await legacy();
  const text = (part: [number, number]) => decoder.decode(bytes.subarray(...part));
  const ranges: TextRange[] = [];
  for (const match of matches) {
    const [offset, end] = [match.offset - start, match.offset - start + match.text.length];
    if (!isThere(bytes, offset, match) || end > to) break;
    const isByBytes = !isPlain && !isUtf8(bytes.subarray(offset, end));
    // Bytes of one encoding may stand in another by chance, also across characters.
    if (isByBytes && !isSame(text([from, end]).slice(text([from, offset]).length), sought)) continue;
    ranges.push([text([from, offset]).length, text([from, end]).length]);
  }
  if (ranges.length === 0) return null;
  return { line, text: text([from, to]).replace(/\r$/, ""), ranges, isCutAtStart: lineBreak < 0 && start > 0 };
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

function isSame(found: string, sought: string): boolean {
  return found.normalize("NFC").toLowerCase() === sought.normalize("NFC").toLowerCase();
}

/** As the editor would read the file; by its beginning. */
async function findDecoder(fd: number): Promise<TextPieces> {
  const sample = await readAt(fd, 0, sampleBytes);
  for (const { encoding } of encodingCandidates(sample)) {
    try {
      // The last character may be cut.
      strictDecoder(encoding).decode(sample, { stream: true });
      return lenientDecoder(encoding);
    } catch {
      // the next one
    }
  }
  return utf8;
}

function isThere(bytes: Buffer, offset: number, { text }: RawMatch): boolean {
  return bytes.toString("latin1", offset, offset + text.length) === text;
}

/** The first byte from here on that is no continuation of a character that was cut. */
function characterStart(bytes: Buffer, from: number): number {
  let start = from;
  while (start < from + 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return from === 0 ? 0 : start;
}

/** Offsets are those of the text as UTF-8 without a byte order mark, which is what the program sees. */
async function sourceOf({ fd, sizeBytes }: File): Promise<Source> {
  const head = await readAt(fd, 0, 3);
  if (head.equals(Buffer.from([0xef, 0xbb, 0xbf]))) return (offset, length) => readAt(fd, offset + 3, length);
  const mark = head.length < 2 ? 0 : head.readUInt16LE(0);
  if (mark !== 0xfeff && mark !== 0xfffe) return (offset, length) => readAt(fd, offset, length);
  const whole = await readAt(fd, 2, Math.min(sizeBytes - 2, maxDecodedBytes));
  const decoded = Buffer.from(new TextDecoder(mark === 0xfeff ? "utf-16le" : "utf-16be").decode(whole));
  return async (offset, length) => decoded.subarray(offset, offset + length);
}
