import { plainStyle, styleAfter, type AnsiStyle } from "./style";
import { createRow } from "./row";
import { readSequence } from "./read-sequence";

export type AnsiPiece = { text: string; style: AnsiStyle };

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const control = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

/**
 * Lines that a program wrote, as pieces of one look each and as a terminal would show them in the end: what was overwritten or erased from a line is not there.
 * Whatever else control characters would do is left out. It takes time in proportion to the text's length, whatever is in it.
 */
export function parseAnsi(text: string): readonly AnsiPiece[] {
  if (text.search(control) < 0) return [{ text, style: plainStyle }];
  const pieces: AnsiPiece[] = [];
  let style = plainStyle;
  for (const [index, line] of text.split("\n").entries()) {
    if (index > 0) add(pieces, "\n", style);
    style = parseLine(line, style, pieces);
  }
  return pieces;
}

export const stripAnsi = (text: string): string =>
  parseAnsi(text)
    .map((piece) => piece.text)
    .join("");

/** Adds one line's pieces; the look that it ends with is the next one's. */
function parseLine(line: string, before: AnsiStyle, pieces: AnsiPiece[]): AnsiStyle {
  let style = before;
  const row = createRow(line.length);
  let from = 0;
  while (from < line.length) {
    control.lastIndex = from;
    const at = control.exec(line)?.index ?? line.length;
    row.write(line.slice(from, at), style);
    if (at >= line.length) break;
    const char = line.charAt(at);
    const { end, csi } = readSequence(line, at);
    from = end;
    if (csi?.final === "m") style = styleAfter(style, csi.parameters);
    else if (csi !== null) row.move(csi.final, csi.parameters);
    else if (char === "\t") row.write(char, style);
    // At the end of a line it belongs to the line break.
    else if (char === "\r") row.moveTo(0);
    else if (char === "\b") row.moveBy(-1);
  }
  for (const { text, style: look } of row.pieces()) add(pieces, text, look);
  return style;
}

function add(pieces: AnsiPiece[], text: string, style: AnsiStyle): void {
  const last = pieces.at(-1);
  if (last?.style === style) last.text += text;
  else if (text !== "") pieces.push({ text, style });
}
