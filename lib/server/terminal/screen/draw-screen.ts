import type { SerializeAddon } from "@xterm/addon-serialize";
import type { Terminal } from "@xterm/headless";

/** Resets the browser's terminal, which then draws all that follows anew. */
const reset = "\u001bc";
/** Of one turn, some ten milliseconds. */
const turnCells = 10_000;

/**
 * Draws a screen in turns, each of which gives null until the last: its scrollback line by line, then, from the top of an empty screen, what is shown with
 * cursor and modes. Nothing may be written in between.
 */
export function startDrawing(terminal: Terminal, serializer: SerializeAddon): () => string | null {
  const { normal } = terminal.buffer;
  const { cols, rows } = terminal;
  const scrollback = normal.length - rows;
  const maxRows = Math.max(1, Math.floor(turnCells / cols));
  const drawn = [reset];
  let row = 0;

  /** The end of the line that begins there, as far as it is one turn's. */
  function endOfLine(start: number): number {
    let end = start;
    while (end + 1 < scrollback && end - start + 1 < maxRows && normal.getLine(end + 1)?.isWrapped === true) end++;
    return end;
  }

  return () => {
    for (const until = row + maxRows; row < scrollback && row < until;) {
      const end = endOfLine(row);
      const range = { start: row, end };
      // A line that comes in has the color of the background that there is.
      drawn.push(serializer.serialize({ range, excludeModes: true, excludeAltBuffer: true }), "\u001b[0m\r\n");
      row = end + 1;
    }
    if (row < scrollback) return null;
    if (scrollback > 0) drawn.push("\n".repeat(rows - 1), "\u001b[H");
    drawn.push(serializer.serialize({ scrollback: 0 }));
    return drawn.join("");
  };
}
