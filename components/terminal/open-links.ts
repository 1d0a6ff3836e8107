import { WebLinksAddon } from "@xterm/addon-web-links";
import type { Terminal } from "@xterm/xterm";

/** Addresses on the screen are opened by a click with Ctrl or Cmd: what a program prints must not open by itself. */
export function openLinks(terminal: Terminal): void {
  const open = (event: MouseEvent, address: string) => {
    if ((event.ctrlKey || event.metaKey) && /^https?:/.test(address))
      window.open(address, "_blank", "noopener,noreferrer");
  };
  terminal.loadAddon(new WebLinksAddon(open));
  // Those that a program has marked (OSC 8), behind whatever words.
  terminal.options.linkHandler = { activate: open };
}
