import "@xterm/xterm/css/xterm.css";
import { FitAddon } from "@xterm/addon-fit";
import { SearchAddon } from "@xterm/addon-search";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal } from "@xterm/xterm";
import { connect } from "@/lib/client/socket";
import { openChannel } from "@/lib/client/channel";
import type { ChannelEnd } from "@/lib/contracts/channel";
import { maxUpText } from "@/lib/shared/channel-flow";
import type { TerminalLook } from "@/lib/contracts/terminal-look";
import type { TerminalSize } from "@/lib/shared/terminals";
import { optionsOf } from "./look-options";
import { isDockKey } from "./dock-key";
import { handOver } from "./clipboard-keys";
import { canPaste, paste, serveClipboard } from "./screen-clipboard";
import { drawFast } from "./draw-fast";
import { openLinks } from "./open-links";
import { createBoundedWriter } from "./bounded-writer";
import { ring } from "./ring";
import { followTheme, readTheme } from "./theme";

type Options = {
  id: string;
  look: TerminalLook;
  /** Otherwise it only shows what goes on, in the size that it has. */
  mayType: boolean;
  /** Whether the keyboard is its at once. */
  takesFocus: boolean;
  onEnd: (end: ChannelEnd) => void;
  /** Connects, for the first time or again. */
  onBegin: () => void;
  /** Ctrl+Shift+F. */
  onFind: () => void;
  /** A program wanted to write to the clipboard, and the user lets none. */
  onClipboardRefused: () => void;
};

export type OpenScreen = {
  /** As if it had been typed. */
  type: (text: string) => void;
  focus: () => void;
  /** What is in the clipboard; null where the page may not read it. */
  paste: (() => void) | null;
  setLook: (look: TerminalLook) => void;
  /** Held for the next key that is typed, by the key row of a phone. */
  setModifier: (modifier: Modifier | null) => void;
  onModifierUsed: (listener: () => void) => void;
  setLabel: (label: string) => void;
  /** Selects the next, or the previous, place of a text; false where there is none. */
  find: (text: string, way: "next" | "previous") => boolean;
  /** What size the terminal has now: another device may have given it its own. Null: it has ended, and shows as many lines as there is room for. */
  setSize: (size: TerminalSize | null) => void;
  /** Anew, after the connection was lost for good. */
  attach: () => void;
  close: () => void;
};
export type Modifier = "ctrl" | "alt";

type Attached = ReturnType<typeof openChannel<"terminal/attach">>;
type Message = Parameters<Attached["send"]>[0];

/** Nobody types more while a page loads. */
const maxEarly = 100;
/** JSON writes a sign as up to six. */
const pieceLength = Math.floor(maxUpText / 6) - 20;

/** A terminal's screen in an element: draws what the server sends, sends what is typed, and connects anew by itself. */
export function openScreen(
  host: HTMLElement,
  { id, look: firstLook, mayType, takesFocus, onEnd, onBegin, onFind, onClipboardRefused }: Options,
): OpenScreen {
  let look = firstLook;
  const terminal = new Terminal({
    allowProposedApi: true,
    ...optionsOf(look, host),
    scrollback: 10_000,
    disableStdin: !mayType,
    macOptionIsMeta: true,
    theme: readTheme(host),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = "11";
  terminal.open(host);
  silence(terminal);
  drawFast(terminal);
  openLinks(terminal);
  const leaveClipboard = serveClipboard(host, terminal, { look: () => look, onRefused: onClipboardRefused });
  terminal.onBell(() => ring(host, look.bell));
  const search = new SearchAddon();
  terminal.loadAddon(search);
  terminal.attachCustomKeyEventHandler((event) => {
    if (isFindKey(event)) onFind();
    return !isFindKey(event) && !isDockKey(event) && !handOver(event, terminal);
  });
  const writer = createBoundedWriter(terminal);
  let channel: Attached | null = null;
  let wanted = fitting();
  let modifier: Modifier | null = null;
  let modifierUsed = () => {};
  let isClosed = false;
  let stopListening = () => {};

  function fitting(): TerminalSize {
    const { cols, rows } = fit.proposeDimensions() ?? terminal;
    return { cols: Math.max(2, cols), rows: Math.max(1, rows) };
  }

  /** What was typed before there was a connection. */
  const early: Message[] = [];

  function say(message: Message): void {
    if (channel === null && early.length < maxEarly) early.push(message);
    channel?.send(message).catch(() => {}); // the end is told by onClose
  }

  function attach(): void {
    channel?.close();
    onBegin();
    wanted = fitting();
    if (mayType) terminal.resize(wanted.cols, wanted.rows);
    channel = openChannel(
      "terminal/attach",
      { id, ...wanted },
      {
        // Taken when it is on the screen: that is what keeps the server from running ahead.
        onMessage: writer.write,
        onClose: (end) => !isClosed && onEnd(end),
      },
    );
    for (const message of early.splice(0)) say(message);
  }

  function input(text: string): void {
    // Whoever types has the terminal in their own size.
    if (terminal.cols !== wanted.cols || terminal.rows !== wanted.rows) say({ type: "resize", ...wanted });
    for (let at = 0; at < text.length; at += pieceLength)
      say({ type: "input", text: text.slice(at, at + pieceLength) });
  }

  terminal.onData((text) => {
    input(modifier === null ? text : modified(text, modifier));
    if (modifier === null) return;
    modifier = null;
    modifierUsed();
  });
  terminal.onBinary((text) => say({ type: "bytes", text }));
  const refit = () => {
    const next = fitting();
    if (next.cols === wanted.cols && next.rows === wanted.rows) return;
    wanted = next;
    say({ type: "resize", ...wanted });
  };
  const observer = new ResizeObserver(refit);
  observer.observe(host);
  const leaveTheme = followTheme(terminal, host);
  void connect().then((socket) => {
    if (isClosed) return;
    socket.on("connect", attach);
    stopListening = () => void socket.off("connect", attach);
    if (socket.connected) attach();
  });
  if (takesFocus) terminal.focus();

  return {
    type: input,
    focus: () => terminal.focus(),
    paste: canPaste() ? () => void paste(terminal) : null, // it never rejects
    setLook(next) {
      look = next;
      Object.assign(terminal.options, optionsOf(look, host));
      refit();
    },
    setModifier: (next) => (modifier = next),
    onModifierUsed: (listener) => (modifierUsed = listener),
    setLabel: (label) => terminal.textarea?.setAttribute("aria-label", label),
    find: (text, way) => (way === "next" ? search.findNext(text) : search.findPrevious(text, { incremental: true })),
    setSize: (size) => terminal.resize(size?.cols ?? terminal.cols, size?.rows ?? fitting().rows),
    attach,
    close() {
      isClosed = true;
      stopListening();
      observer.disconnect();
      leaveTheme();
      leaveClipboard();
      channel?.close();
      terminal.dispose();
    },
  };
}

function isFindKey({ ctrlKey, shiftKey, altKey, metaKey, code, type }: KeyboardEvent): boolean {
  return type === "keydown" && ctrlKey && shiftKey && !altKey && !metaKey && code === "KeyF";
}

/** What programs ask of a terminal the server answers, once for all that look at it. */
function silence({ parser }: Terminal): void {
  const done = () => true;
  for (const final of ["c", "n"])
    for (const prefix of ["", "?", ">", "="]) parser.registerCsiHandler({ prefix, final }, done);
  for (const prefix of ["", "?"]) parser.registerCsiHandler({ prefix, intermediates: "$", final: "p" }, done);
  parser.registerDcsHandler({ intermediates: "$", final: "q" }, done);
}

function modified(text: string, modifier: Modifier): string {
  if (modifier === "alt") return `\u001b${text}`;
  const code = text.toUpperCase().charCodeAt(0);
  return text.length === 1 && code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : text;
}
