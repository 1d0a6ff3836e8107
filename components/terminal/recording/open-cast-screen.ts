import "@xterm/xterm/css/xterm.css";
import { SerializeAddon } from "@xterm/addon-serialize";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal } from "@xterm/xterm";
import type { TerminalLook } from "@/lib/contracts/terminal-look";
import type { TerminalSize } from "@/lib/shared/terminals";
import { createBoundedWriter } from "@/components/terminal/bounded-writer";
import { drawFast } from "@/components/terminal/draw-fast";
import { optionsOf } from "@/components/terminal/look-options";
import { followTheme, readTheme } from "@/components/terminal/theme";
import type { CastScreen } from "./play-cast";

const scrollbackLines = 1_000;
/** Below it nothing can be read: what has no room then is scrolled to. */
const leastFontSize = 7;
const measuredSize = 100;
/** Of the letters' size: what xterm makes of a line at most. */
const lineHeight = 1.25;

export type OpenCastScreen = CastScreen & { close: () => void };

/** A terminal that nothing is typed into, in letters so small that all its columns and lines have room, while they can be read. */
export function openCastScreen(host: HTMLElement, size: TerminalSize, look: TerminalLook): OpenCastScreen {
  const { fontFamily = "monospace", fontSize: usualFontSize = 13 } = optionsOf(look, host);
  const letterWidth = widthOfLetter(fontFamily) / measuredSize;
  const terminal = new Terminal({
    ...size,
    allowProposedApi: true,
    disableStdin: true,
    cursorBlink: false,
    cursorInactiveStyle: "block",
    fontFamily,
    fontSize: fitting(size),
    scrollback: scrollbackLines,
    theme: readTheme(host),
  });
  const writer = createBoundedWriter(terminal);
  const serializer = new SerializeAddon();
  terminal.loadAddon(serializer);
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = "11";
  terminal.open(host);
  drawFast(terminal);
  // The player's keys are not the terminal's.
  terminal.attachCustomKeyEventHandler(() => false);
  terminal.textarea?.setAttribute("tabindex", "-1");
  terminal.textarea?.setAttribute("aria-hidden", "true");

  function fitting({ cols, rows }: TerminalSize): number {
    const { clientWidth, clientHeight } = host;
    const room = Math.min(clientWidth / (cols * letterWidth), clientHeight / (rows * lineHeight));
    return Math.max(leastFontSize, Math.min(usualFontSize, Math.floor(room * 4) / 4));
  }

  function resize(next: TerminalSize): void {
    terminal.resize(next.cols, next.rows);
    terminal.options.fontSize = fitting(next);
  }

  const observer = new ResizeObserver(() => {
    terminal.options.fontSize = fitting(terminal);
  });
  observer.observe(host);
  const leaveTheme = followTheme(terminal, host);
  return {
    write: writer.write,
    resize,
    reset(next) {
      terminal.reset();
      writer.reset();
      resize(next);
    },
    draw: () => serializer.serialize(),
    close() {
      observer.disconnect();
      leaveTheme();
      terminal.dispose();
    },
  };
}

function widthOfLetter(fontFamily: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return measuredSize;
  context.font = `${measuredSize}px ${fontFamily}`;
  return context.measureText("W").width;
}
