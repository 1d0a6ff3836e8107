import { createPace } from "@/lib/server/base/next-slice";
import type { Readable } from "node:stream";
import type { TextEncodingName } from "@/lib/shared/encodings";
import { encodeText, strictDecoder } from "./text-encoding";

type Source = { stat: { sizeBytes: number }; stream: (range: { start: number; end: number }) => Readable };
/** The bytes of lines that would be written in other ones, by their text. */
export type OddLines = ReadonlyMap<string, Buffer[]>;

/** What is looked at, at once; of a longer line nothing is kept. */
const pieceBytes = 64 * 1024;
/** Beyond these nothing more is kept: they are held while the text is saved. */
const mostBytes = 4 * 1024 * 1024;
/** Looked at one by one, which takes a second. */
const mostLines = 100_000;
const [lineFeed, carriageReturn] = [0x0a, 0x0d];

/**
 * The lines of a file that an encoding reads and would write in another way: Shift-JIS has some four hundred characters twice, GBK and GB18030 a few. None where
 * the file is of another encoding, or as it would be written. In all of these encodings a byte of a line's end is nothing else.
 */
export async function readOddLines(file: Source, encoding: TextEncodingName): Promise<OddLines> {
  const found = new Map<string, Buffer[]>();
  const pace = createPace();
  let keptBytes = 0;
  let lines = 0;

  /** Null where the bytes are of another encoding. */
  function read(bytes: Buffer): { text: string; isOdd: boolean } | null {
    try {
      const text = strictDecoder(encoding).decode(bytes);
      return { text, isOdd: !encodeText(text, encoding, false).equals(bytes) };
    } catch {
      return null;
    }
  }

  async function look(piece: Buffer): Promise<void> {
    if (lines > mostLines || read(piece)?.isOdd === false) return;
    for (const line of linesOf(piece)) {
      if (++lines > mostLines) return;
      const one = read(line);
      if (one?.isOdd === true && keptBytes + line.length <= mostBytes) {
        keptBytes += line.length;
        const same = found.get(one.text);
        if (same === undefined) found.set(one.text, [Buffer.from(line)]);
        else same.push(Buffer.from(line));
      }
      await pace();
    }
  }

  let held: Buffer[] = [];
  let heldBytes = 0;
  if (file.stat.sizeBytes === 0) return found;
  for await (const chunk of file.stream({ start: 0, end: file.stat.sizeBytes - 1 })) {
    const bytes = chunk as Buffer; // a byte stream
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const part = bytes.subarray(at, at + pieceBytes);
      const cut = Math.max(part.lastIndexOf(lineFeed), part.lastIndexOf(carriageReturn)) + 1;
      if (cut > 0) {
        if (heldBytes <= pieceBytes) await look(Buffer.concat([...held, part.subarray(0, cut)]));
        [held, heldBytes] = [[], 0];
      }
      heldBytes += part.length - cut;
      // The rest of a line that is too long is only counted.
      held = heldBytes <= pieceBytes ? [...held, part.subarray(cut)] : [];
      await pace();
    }
  }
  if (heldBytes > 0 && heldBytes <= pieceBytes) await look(Buffer.concat(held));
  return found;
}

function* linesOf(bytes: Buffer): Generator<Buffer, void> {
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== lineFeed && byte !== carriageReturn) continue;
    if (at > from) yield bytes.subarray(from, at);
    from = at + 1;
  }
  if (from < bytes.length) yield bytes.subarray(from);
}

/** The bytes of some lines: of those that are known the ones that they had, in their order; the others as `encode` says. */
export function* encodeLines(text: string, odd: OddLines, encode: (text: string) => Buffer): Generator<Buffer, void> {
  let from = 0;
  for (const { 0: line, index } of text.matchAll(/[^\r\n]+/g)) {
    const known = odd.get(line);
    // The last one stays: a line may be copied.
    const bytes = known !== undefined && known.length > 1 ? known.shift() : known?.[0];
    if (bytes === undefined) continue;
    if (index > from) yield encode(text.slice(from, index));
    yield bytes;
    from = index + line.length;
  }
  if (from < text.length) yield encode(text.slice(from));
}
