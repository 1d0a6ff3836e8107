import { AppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import { backslash, isEscaped, lookForEnd, quote } from "./json-bytes";

/** A text that is still in the body as it came, written as JSON; its pieces are made one after another, as often as asked. */
export type HeldText = { pieces: () => Iterable<string> };

type Wanted = { name: string; maxRestBytes: number };

/** A piece is so many bytes of JSON at most, so that nobody waits for one and none is held long. */
const pieceBytes = 256 * 1024;
/** So many bytes are looked through at once, in less than a millisecond. */
const sliceBytes = 256 * 1024;

const opening: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/**
 * Takes one long text out of a JSON body without making a string of it: `rest` is the same body with an empty text in its place.
 * `text` is null where the body has no such text at its top; `rest` is then the body. Where the name stands twice the last counts, as in
 * JSON.parse. Nothing is judged here but the text itself, whose pieces throw request/invalid: whoever parses `rest` finds what else is wrong.
 * Throws request/too-large as soon as `rest` would be longer than `maxRestBytes`.
 */
export async function cutTextField(
  body: Buffer,
  { name, maxRestBytes }: Wanted,
): Promise<{ rest: Buffer; text: HeldText | null }> {
  const found = await findText(body, { name, maxRestBytes });
  assertShort(body.length - (found === null ? 0 : found.end - found.start), maxRestBytes);
  if (found === null) return { rest: body, text: null };
  const { start, end } = found;
  return {
    rest: Buffer.concat([body.subarray(0, start), body.subarray(end)]),
    text: { pieces: () => piecesOf(body.subarray(start, end), name) },
  };
}

function assertShort(restBytes: number, maxRestBytes: number): void {
  if (restBytes > maxRestBytes) throw new AppError("request/too-large", { bytes: maxRestBytes });
}

/** Where the text's characters begin and end, without the quotes. */
async function findText(body: Buffer, { name, maxRestBytes }: Wanted): Promise<{ start: number; end: number } | null> {
  let found: { start: number; end: number } | null = null;
  let depth = 0;
  let key: string | null = null;
  let isValue = false;
  let longest = 0;
  let lookedTo = 0;
  const pace = createPace();
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (depth === 1 && byte === 0x3a) isValue = true;
    else if (depth === 1 && byte === 0x2c) {
      isValue = false;
      key = null;
    } else if (byte === quote) {
      const end = await endOfString(body, at + 1, pace);
      if (end === -1) return null;
      if (depth === 1 && !isValue) key = end - at < 256 ? body.toString("utf8", at + 1, end) : null;
      else if (depth === 1 && key === name) found = { start: at + 1, end };
      longest = Math.max(longest, found === null ? 0 : found.end - found.start);
      at = end;
    }
    assertShort(at - longest, maxRestBytes);
    if (at - lookedTo < sliceBytes) continue;
    lookedTo = at;
    await pace();
  }
  return found;
}

/** The index of the quote that ends a string which begins at `start`; -1 where none does. */
async function endOfString(body: Buffer, start: number, pace: () => Promise<void> | undefined): Promise<number> {
  for (let at = start; at < body.length;) {
    const look = lookForEnd(body, at, Math.min(at + sliceBytes, body.length));
    if (look.isEnd) return look.at;
    at = look.at;
    await pace();
  }
  return -1;
}

function* piecesOf(raw: Buffer, name: string): Generator<string, void> {
  for (let start = 0; start < raw.length;) {
    const end = endOfPiece(raw, start);
    yield parsePiece(raw.toString("utf8", start, end), name);
    start = end;
  }
}

/** Not inside a character nor inside an escape. */
function endOfPiece(raw: Buffer, start: number): number {
  let end = start + pieceBytes;
  if (end >= raw.length) return raw.length;
  while (((raw[end] ?? 0) & 0xc0) === 0x80 && end > start + pieceBytes - 4) end -= 1;
  const last = Math.max(start, end - 5);
  const escape = last + raw.subarray(last, end).lastIndexOf(backslash);
  if (escape < last) return end;
  const isOpen = isEscaped(raw, escape + 1, start);
  const length = raw[escape + 1] === 0x75 ? 6 : 2;
  return isOpen && escape + length > end ? escape : end;
}

function parsePiece(piece: string, name: string): string {
  try {
    return String(JSON.parse(`"${piece}"`));
  } catch {
    throw new AppError("request/invalid", { field: name, problem: "the text is not valid JSON" });
  }
}
