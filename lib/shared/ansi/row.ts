import { plainStyle, type AnsiStyle } from "./style";

/** How far a cursor may be put beyond what is written: nobody's terminal is wider. */
const widest = 512;
/** Two columns each, as terminals have it: East Asian letters and emoji. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const joined = /\p{Mn}|\p{Me}|\u200d/u;
/** The second column of a wide character. */
const rest = "";
const firstOther = "\u0300";
const isWide = (char: string) => char >= firstOther && wide.test(char);
const isJoined = (char: string) => char >= firstOther && joined.test(char);

/**
 * One row of a terminal without end. Blanks are all that costs more than is written: there may be about as many as the text is long, so that a hostile line takes
 * no longer than others.
 */
export function createRow(length: number) {
  const cells: string[] = [];
  const looks: AnsiStyle[] = [];
  let column = 0;
  let blanks = length + 2 * widest;

  function put(char: string, style: AnsiStyle): void {
    const gap = Math.max(0, column - cells.length);
    if (gap > blanks) column = cells.length;
    else blanks -= gap;
    while (cells.length < column) {
      cells.push(" ");
      looks.push(plainStyle);
    }
    cutAt(column);
    const columns = isWide(char) ? [char, rest] : [char];
    for (const part of columns) {
      cells[column] = part;
      looks[column] = style;
      column++;
    }
    if (cells[column] === rest) cells[column] = " ";
  }

  /** A wide character of which one column is overwritten or erased is gone: the other one is blank. */
  function cutAt(at: number): void {
    if (cells[at] === rest) cells[at - 1] = " ";
  }

  function moveTo(wanted: number): void {
    column = Math.min(Math.max(0, wanted), Math.max(cells.length, widest));
  }

  function erase(part: number): void {
    if (part === 1) return eraseBefore(Math.min(column + 1, cells.length));
    const kept = part === 2 ? 0 : column;
    if (kept >= cells.length) return;
    cutAt(kept);
    cells.length = kept;
    looks.length = kept;
  }

  function eraseBefore(end: number): void {
    if (end > blanks) return;
    blanks -= end;
    if (cells[end] === rest) cells[end] = " ";
    cells.fill(" ", 0, end);
    looks.fill(plainStyle, 0, end);
  }

  return {
    moveTo,
    moveBy: (by: number) => moveTo(column + by),
    /** A control sequence that moves the cursor in its row, or erases in it. */
    move(final: string, parameters: string): void {
      const first = Number.parseInt(parameters, 10);
      const count = Number.isNaN(first) ? 0 : first;
      if (final === "K") erase(count);
      else if (final === "C") moveTo(column + Math.max(1, count));
      else if (final === "D") moveTo(column - Math.max(1, count));
      else if (final === "G" || final === "`") moveTo(Math.max(1, count) - 1);
    },
    write(text: string, style: AnsiStyle): void {
      for (const char of text) {
        const before = cells[column - 1] === rest ? column - 2 : column - 1;
        if (isJoined(char) && cells[before] !== undefined) cells[before] += char;
        else put(char, style);
      }
    },
    pieces() {
      const pieces: { text: string; style: AnsiStyle }[] = [];
      let text = "";
      for (let at = 0; at < cells.length; at++) {
        text += cells[at] ?? "";
        const style = looks[at] ?? plainStyle;
        if (looks[at + 1] === style) continue;
        pieces.push({ text, style });
        text = "";
      }
      return pieces;
    },
  };
}
