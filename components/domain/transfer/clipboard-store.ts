import { createStore } from "@/lib/shared/store";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";

/** Entries that were copied or cut; `isPasted`: at least once, so nobody needs to be told that they wait. */
export type FileClipboard = { mode: "copy" | "cut"; files: readonly VirtualPath[]; isPasted?: true };

export const fileClipboard = createStore<FileClipboard | null>(null);

/**
 * Fills the clipboard, and the computer's with the names: what lay there before, perhaps files, would else be pasted
 * instead.
 */
export function fillClipboard(clipboard: FileClipboard): void {
  fileClipboard.set(clipboard);
  const text = clipboard.files.slice(0, 10_000).map(nameOf).join("\n");
  copyText(text);
}

/** Puts a text on the computer's clipboard; also without HTTPS, where browsers have no `navigator.clipboard`. */
export function copyText(text: string): void {
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener("copy", give, { capture: true, once: true });
  // Deprecated, but the only way that works on plain HTTP.
  const isCopied = document.execCommand("copy");
  document.removeEventListener("copy", give, { capture: true });
  if (!isCopied) void navigator.clipboard?.writeText(text).catch(() => {}); // the clipboard inside the app works anyway
}
