import type { Terminal } from "@xterm/xterm";

/**
 * Copies with Ctrl+Shift+C, and with Ctrl+C while something is selected; for Ctrl+V and Ctrl+Shift+V the browser pastes. True: the terminal is to leave the key
 * alone. On a Mac, Cmd does all of that by itself.
 */
export function handOver(event: KeyboardEvent, terminal: Terminal): boolean {
  if (!event.ctrlKey || event.altKey || event.metaKey || event.type !== "keydown") return false;
  if (event.code === "KeyV") return true;
  if (event.code !== "KeyC" || !(event.shiftKey || terminal.hasSelection())) return false;
  event.preventDefault();
  // Not on pages without TLS: there the browser has no clipboard for them, and copies by its own menu.
  void navigator.clipboard?.writeText(terminal.getSelection()).catch(() => {});
  if (!event.shiftKey) terminal.clearSelection();
  return true;
}
