import type { SerializeAddon } from "@xterm/addon-serialize";
import { exportsOf } from "@/lib/server/base/exports-of";
import type { TerminalSize } from "@/lib/shared/terminals";

type Options = TerminalSize & {
  scrollbackLines: number;
  /** What programs ask of a terminal is answered here, whether anybody looks or not; browsers keep silent. */
  answer: (text: string) => void;
  onTitle: (title: string) => void;
  /** What it says about where it is (OSC 7). */
  onFolder: (address: string) => void;
};

/** Resets the browser's terminal, which then draws all that follows anew. */
const reset = "\u001bc";

export type Screen = {
  /** `parsed` is called when the screen shows it. */
  write: (bytes: Buffer, parsed: () => void) => void;
  resize: (size: TerminalSize) => void;
  /** All that has been written so far, as what draws it on any terminal: scrollback, screen, cursor and modes. */
  draw: () => Promise<Buffer>;
  dispose: () => void;
};

export type CreateScreen = (options: Options) => Screen;

/** Loaded with the first terminal. */
export async function loadScreens(): Promise<CreateScreen> {
  const [{ Terminal }, { SerializeAddon }, { Unicode11Addon }] = await Promise.all([
    import("@xterm/headless").then(exportsOf),
    import("@xterm/addon-serialize").then(exportsOf),
    import("@xterm/addon-unicode11").then(exportsOf),
  ]);

  /** The screen of a terminal as it is, without one to look at: what a browser that comes later, or again, begins with. */
  return ({ cols, rows, scrollbackLines, answer, onTitle, onFolder }) => {
    const terminal = new Terminal({ cols, rows, scrollback: scrollbackLines, allowProposedApi: true });
    const serializer = new SerializeAddon();
    // The add-ons are made for the browser's terminal, of which they use what this one has as well.
    const host = terminal as unknown as Parameters<SerializeAddon["activate"]>[0];
    serializer.activate(host);
    new Unicode11Addon().activate(host);
    terminal.unicode.activeVersion = "11";
    /** Those that wait; a screen that is gone calls nobody. */
    const drawing = new Set<() => void>();
    terminal.onData(answer);
    terminal.onTitleChange(onTitle);
    terminal.parser.registerOscHandler(7, (address) => {
      onFolder(address);
      return true;
    });
    return {
      write: (bytes, parsed) => terminal.write(bytes, parsed),
      resize: ({ cols, rows }) => terminal.resize(cols, rows),
      draw: () =>
        new Promise((resolve) => {
          const giveUp = () => resolve(Buffer.alloc(0));
          drawing.add(giveUp);
          // Within the call for what was written last: nothing that comes later is in it.
          terminal.write("", () => {
            drawing.delete(giveUp);
            resolve(Buffer.from(reset + serializer.serialize()));
          });
        }),
      dispose() {
        terminal.dispose();
        for (const giveUp of drawing) giveUp();
      },
    };
  };
}
