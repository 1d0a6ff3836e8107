import { encodeLines, type OddLines } from "./odd-lines";
import { applyEol, encodeText, type Eol } from "./text-encoding";

/** What is encoded at once, at most: for an encoding whose tables are in JavaScript that takes milliseconds. */
const pieceLength = 16 * 1024;
/** A longer one keeps no bytes. */
const longestLine = 64 * 1024;

type Writing = {
  encoding: string;
  bom: boolean;
  eol?: Eol | undefined;
  /** Lines that keep their bytes. */
  odd?: OddLines | undefined;
};

/**
 * The bytes of a text that comes in pieces: its line ends as `eol` says, where it says so, after its byte order mark, if it wants one.
 * Throws file/encoding for a character that the encoding does not have.
 */
export function* encodePieces(pieces: Iterable<string>, { encoding, bom, eol = "mixed", odd }: Writing) {
  const lines = odd === undefined || odd.size === 0 ? null : odd;
  let held = "";
  let isFirst = true;
  const encodePart = (text: string) => {
    const bytes = encodeText(text, encoding, bom && isFirst);
    isFirst = false;
    return bytes;
  };
  function* encode(text: string): Generator<Buffer, void> {
    const whole = applyEol(text, eol);
    if (lines === null) yield encodePart(whole);
    else yield* encodeLines(whole, lines, encodePart);
  }
  for (const piece of sliced(pieces)) {
    const text = held + piece;
    // Half a line end or half a character waits for the other, and where lines are looked for, half a line.
    const end = lines === null ? -1 : Math.max(text.lastIndexOf("\n"), text.slice(0, -1).lastIndexOf("\r"));
    const isCut = lines !== null && text.length - end <= longestLine;
    held = isCut ? text.slice(end + 1) : (/[\r\uD800-\uDBFF]$/.exec(text)?.[0] ?? "");
    if (text.length > held.length) yield* encode(text.slice(0, text.length - held.length));
  }
  if (held !== "" || isFirst) yield* encode(held);
}

function* sliced(pieces: Iterable<string>): Generator<string, void> {
  for (const piece of pieces)
    for (let at = 0; at < piece.length; at += pieceLength) yield piece.slice(at, at + pieceLength);
}
