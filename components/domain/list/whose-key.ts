const fields = "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox]";
const layers = "[role=dialog], [role=alertdialog], [role=menu]";
/** Panels that lie over the page: Delete in one of them is not about the files below. */
const panels = "[popover], [data-own-keys]";
const pressable = "button, a, summary, [role=button], [role=radio], [role=checkbox]";

/**
 * Whether a key is the list's: wherever the focus is (in the list, on a button that was just pressed, on the frame of the
 * page after a click beside the rows), except in fields, editors, terminals, dialogs, menus and panels. Enter and Space
 * belong to the button or link that has the focus.
 */
export function isForList(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return false;
  const { target, key } = event;
  if (target.matches(fields) || target.closest(panels) !== null || document.querySelector(layers) !== null)
    return false;
  return !((key === "Enter" || key === " ") && target.matches(pressable));
}

/** The keys by which browsers paste: by what they write, and on keyboards of other scripts by their place. */
export function isPasteKey({ key, code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return false;
  if (key === "Paste" || (key === "Insert" && shiftKey && !ctrlKey && !metaKey)) return true;
  return (ctrlKey || metaKey) && (key.toLowerCase() === "v" || (code === "KeyV" && !/^[a-z]$/i.test(key)));
}

/** Ctrl+C and Ctrl+X beside the list, where a text is selected, are about the text. */
export function isForText({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(ctrlKey || metaKey) || !/^[cx]$/i.test(key)) return false;
  const selection = document.getSelection();
  return selection?.isCollapsed === false && document.activeElement?.closest("[role=grid]") === null;
}
