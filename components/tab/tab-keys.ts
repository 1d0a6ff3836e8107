import { closeTabs, duplicateTab, reopenTab, switchBy, switchToTabAt } from "@/components/domain/tab/tab-moves";
import { moveTab, shownTabs, tabStore } from "@/lib/client/tab/tab-store";

/** What has keys of its own: fields and editors, and what waits for an answer. */
const fields =
  "input, textarea, select, [contenteditable]:not([contenteditable=false]), [role=textbox], [data-own-keys] *";
const questions = "dialog[open], [role=alertdialog], [role=menu]";

/** The keys of the tabs. Alt, because the browser keeps Ctrl+W, Ctrl+T and Ctrl+Tab to itself; a key without a use goes on to the browser. */
export function listenToTabKeys(signal: AbortSignal): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || event.isComposing) return;
    if (event.target instanceof Element && event.target.matches(fields)) return;
    if (document.querySelector(questions) !== null) return;
    const run = moveFor(event);
    if (run === null) return;
    event.preventDefault();
    run();
  };
  document.addEventListener("keydown", onKeyDown, { signal });
}

function moveFor({ key, code, shiftKey }: KeyboardEvent): (() => void) | null {
  const tabs = shownTabs(tabStore.get());
  const { id } = tabStore.get().current;
  // With Option a Mac types another sign.
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, "").toLowerCase();
  if (letter === "t") return shiftKey ? reopenTab : duplicateTab;
  if (tabs.length < 2) return null;
  if (letter === "w") return shiftKey ? null : () => void closeTabs([id]); // it never rejects
  if (key === "PageUp" || key === "PageDown") {
    const step = key === "PageUp" ? -1 : 1;
    const at = tabs.findIndex((tab) => tab.id === id);
    return shiftKey ? () => moveTab(id, at + step) : () => switchBy(step);
  }
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  if (digit === undefined || shiftKey) return null;
  // As in browsers, the last number is the last tab.
  return () => switchToTabAt(digit === "9" ? -1 : Number(digit) - 1);
}
