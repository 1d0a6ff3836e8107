import { notePress } from "./press";

/** Keys that hold others down press nothing. */
const holds = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta"]);
/** Keys after which one is about something else; those that move about and type are not. */
const actKeys = /^(?:Enter|Escape|Delete|F\d+)$/;
const pressable =
  "button, a[href], [role=menuitem], [role=tab], [role=option], [role=row], label, input, select, textarea";

/** Follows the user's acts until the returned function is called, and says when a new one begins. */
export function watchPresses(onAct: (target: EventTarget | null) => void): () => void {
  const stop = new AbortController();
  // While capturing: it is known before what is pressed can fail.
  const options = { signal: stop.signal, capture: true, passive: true };
  const note = (target: EventTarget | null) => {
    const isOnPage = target instanceof Element && target !== document.body && target !== document.documentElement;
    notePress(isOnPage ? (target.closest(pressable) ?? target) : null);
  };
  const onPointer = ({ isTrusted, target }: Event) => {
    // Scripts press links of their own to start downloads.
    if (!isTrusted) return;
    note(target);
    onAct(target);
  };
  document.addEventListener("click", onPointer, options);
  document.addEventListener("drop", onPointer, options);
  document.addEventListener(
    "keydown",
    ({ key, target }) => {
      if (holds.has(key)) return;
      note(target);
      if (actKeys.test(key)) onAct(target);
    },
    options,
  );
  return () => stop.abort();
}
