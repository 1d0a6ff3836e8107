import { applyEol, encodeText, type Eol } from "./text-encoding";

type Writing = { encoding: string; bom: boolean; eol?: Eol | undefined };

/**
 * The bytes of a text that comes in pieces: its line ends as `eol` says, where it says so, after its byte order mark, if it wants one.
 * Throws file/encoding for a character that the encoding does not have.
 */
export function* encodePieces(pieces: Iterable<string>, { encoding, bom, eol = "mixed" }: Writing) {
  let held = "";
  let isFirst = true;
  const encode = (text: string) => {
    const bytes = encodeText(applyEol(text, eol), encoding, bom && isFirst);
    isFirst = false;
    return bytes;
  };
  for (const piece of pieces) {
    const text = held + piece;
    // Half a line end or half a character waits for the other.
    held = /[\r\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
    if (text.length > held.length) yield encode(text.slice(0, text.length - held.length));
  }
  if (held !== "" || isFirst) yield encode(held);
}
