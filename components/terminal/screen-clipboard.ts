import type { Terminal } from "@xterm/xterm";
import type { TerminalLook } from "@/lib/contracts/terminal-look";
import { clipboardTextOf } from "./clipboard-text";

/** What the mouse and programs do with the clipboard, as far as the user wants it, until the returned function is called. */
export function serveClipboard(
  host: HTMLElement,
  terminal: Terminal,
  { look, onRefused }: { look: () => TerminalLook; onRefused: () => void },
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const selectedByMouse = () => {
    // The terminal's own listener hears of it as well, and knows the selection only then.
    setTimeout(() => {
      if (!signal.aborted && terminal.hasSelection()) copy(terminal.getSelection());
    });
  };
  host.addEventListener(
    "mousedown",
    ({ button }) => {
      if (button === 0 && look().copyOnSelect) addEventListener("mouseup", selectedByMouse, { once: true, signal });
    },
    { signal },
  );
  host.addEventListener(
    "contextmenu",
    (event) => {
      // A program that wants the mouse gets it; with Shift it is the browser's.
      if (look().rightClick !== "paste" || event.shiftKey || terminal.modes.mouseTrackingMode !== "none") return;
      event.preventDefault();
      event.stopPropagation();
      if (terminal.hasSelection()) {
        copy(terminal.getSelection());
        terminal.clearSelection();
      } else void paste(terminal); // it never rejects
    },
    { signal, capture: true },
  );
  const osc = terminal.parser.registerOscHandler(52, (data) => {
    const text = clipboardTextOf(data);
    if (text === null) return true;
    if (!look().clipboardWrites) onRefused();
    // Only where somebody is at the keyboard of this very page: a terminal is shown on several devices.
    else if (document.hasFocus()) copy(text);
    return true;
  });
  return () => {
    stop.abort();
    osc.dispose();
  };
}

function copy(text: string): void {
  // Not on pages without TLS: there the browser has no clipboard for them.
  void navigator.clipboard?.writeText(text).catch(() => {});
}

/** Whether a page may read the clipboard at all: not without TLS. */
export const canPaste = (): boolean => typeof navigator.clipboard?.readText === "function";

export async function paste(terminal: Terminal): Promise<void> {
  // The browser asks the user first, who may refuse.
  const text = await navigator.clipboard?.readText().catch(() => "");
  if (text !== undefined && text !== "") terminal.paste(text);
}
