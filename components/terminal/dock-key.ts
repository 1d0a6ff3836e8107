import { toggleDock } from "./dock-store";

/** Ctrl+`: by the key's place, for many keyboards have no such sign there. */
export function isDockKey({ ctrlKey, altKey, metaKey, code }: KeyboardEvent): boolean {
  return ctrlKey && !altKey && !metaKey && code === "Backquote";
}

/** Listens until the returned function is called; also inside of terminals and editors. */
export function listenToDockKey(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isDockKey(event)) return;
    event.preventDefault();
    // A key that is kept down does it once.
    if (!event.repeat) toggleDock();
  };
  window.addEventListener("keydown", onKeyDown, { capture: true });
  return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
}
