import { AppError } from "@/lib/shared/errors";
import { backslash, isEscaped, quote } from "./json-bytes";

/** A text that is still in the body as it came, written as JSON; its pieces are made one after another, as often as asked. */
export type HeldText = { pieces: () => Iterable<string> };

/** A piece is so many bytes of JSON at most, so that nobody waits for one and none is held long. */
const pieceBytes = 256 * 1024;
/** After so many bytes looked through, others have their turn. */
const turnBytes = 8 * 1024 * 1024;

const opening: ReadonlySet<number> = new Set([0x7b, 0x5b]);
const closing: ReadonlySet<number> = new Set([0x7d, 0x5d]);

/**
 * Takes one long text out of a JSON body without making a string of it: `rest` is the same body with an empty text in its place.
 * `text` is null where the body has no such text at its top; `rest` is then the body. Where the name stands twice the last counts, as in
 * JSON.parse. Nothing is judged here but the text itself, whose pieces throw request/invalid: whoever parses `rest` finds what else is wrong.
 */
export async function cutTextField(body: Buffer, name: string): Promise<{ rest: Buffer; text: HeldText | null }> {
  const found = await findText(body, name);
  if (found === null) return { rest: body, text: null };
  const { start, end } = found;
  return {
    rest: Buffer.concat([body.subarray(0, start), body.subarray(end)]),
    text: { pieces: () => piecesOf(body.subarray(start, end), name) },
  };
}

/** Where the text's characters begin and end, without the quotes. */
async function findText(body: Buffer, name: string): Promise<{ start: number; end: number } | null> {
  let found: { start: number; end: number } | null = null;
  let depth = 0;
  let key: string | null = null;
  let isValue = false;
  let lookedTo = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (opening.has(byte)) depth += 1;
    else if (closing.has(byte)) depth -= 1;
    else if (depth === 1 && byte === 0x3a) isValue = true;
    else if (depth === 1 && byte === 0x2c) {
      isValue = false;
      key = null;
    } else if (byte === quote) {
      const end = await endOfString(body, at + 1);
      if (end === -1) return null;
      if (depth === 1 && !isValue) key = end - at < 256 ? body.toString("utf8", at + 1, end) : null;
      else if (depth === 1 && key === name) found = { start: at + 1, end };
      at = end;
    }
    if (at - lookedTo < turnBytes) continue;
    lookedTo = at;
    await new Promise(setImmediate);
  }
  return found;
}

/** The index of the quote that ends a string which begins at `start`; -1 where none does. */
async function endOfString(body: Buffer, start: number): Promise<number> {
  let lookedTo = start;
  for (let at = body.indexOf(quote, start); at !== -1; at = body.indexOf(quote, at + 1)) {
    if (!isEscaped(body, at, start)) return at;
    if (at - lookedTo < turnBytes) continue;
    lookedTo = at;
    await new Promise(setImmediate);
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
  const escape = raw.lastIndexOf(backslash, end - 1);
  if (escape < start || escape < end - 5) return end;
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
