import type { Terminal } from "@xterm/xterm";
import { boundOutput } from "@/lib/shared/terminal-output/bound-output";
import { maxClipboardLength } from "./clipboard-text";

/** What is written to a terminal of the page, as much at a time as it can draw between two pictures, and with no count above what its screen has. */
export function createBoundedWriter(terminal: Terminal) {
  const begin = () => {
    const { cols, rows } = terminal;
    return {
      bound: boundOutput({ cols, rows, hasLinks: true, clipboardLength: maxClipboardLength }),
      decoder: new TextDecoder("utf-8", { ignoreBOM: true }),
    };
  };
  let { bound, decoder } = begin();
  // Goes with the terminal.
  terminal.onResize((size) => bound.resize(size));

  async function write(output: Uint8Array | string): Promise<void> {
    const text = typeof output === "string" ? output : decoder.decode(output, { stream: true });
    const pieces = bound.write(text).map((piece) => piece.text);
    await Promise.all(pieces.map((piece) => new Promise<void>((drawn) => terminal.write(piece, drawn))));
  }

  return {
    /** Resolves when it is on the screen. */
    write,
    /** What was begun is not gone on with. */
    reset: () => ({ bound, decoder } = begin()),
  };
}
