"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { isForList, isPasteKey } from "@/components/domain/list/whose-key";
import { entriesOf, type DroppedEntries } from "@/components/domain/upload/dropped-entries";

type Ends = { isOn: boolean; onFiles: (dropped: DroppedEntries) => void; onEntries: () => void };

const fields = "input, textarea, select, [contenteditable]:not([contenteditable=false])";
/** The browser's event follows its key within a few milliseconds, on a busy machine within some hundred. */
const followsMs = 1_000;

/**
 * Ctrl+V outside of fields: the computer's files are uploaded, otherwise what was copied or cut here arrives. `isOn`: there is a
 * folder for it. Only what follows a key counts: on Linux the middle button pastes too, wherever it is pressed.
 */
export function usePaste({ isOn, onFiles, onEntries }: Ends): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (!isOn) return;
    const isElsewhere =
      event.target instanceof Element &&
      (event.target.matches(fields) || event.target.closest("[role=dialog]") !== null);
    if (event.defaultPrevented || isElsewhere) return;
    const dropped = event.clipboardData === null ? null : entriesOf(event.clipboardData);
    event.preventDefault();
    if (dropped !== null && dropped.entries.length + dropped.loose.length > 0) onFiles(dropped);
    else onEntries();
  });
  // With the screen, not after it: what is pasted must not go to the folder that was shown before.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const options = { signal: stop.signal };
    /** When the key was pressed that no paste has followed yet. */
    let pressedAtMs = -Infinity;
    const forget = () => {
      pressedAtMs = -Infinity;
    };
    document.addEventListener(
      "keydown",
      (event) => {
        // A key that is kept down pastes once.
        if (!event.repeat) pressedAtMs = isPasteKey(event) && isForList(event) ? event.timeStamp : -Infinity;
      },
      options,
    );
    document.addEventListener("pointerdown", forget, { ...options, capture: true });
    document.addEventListener(
      "paste",
      (event) => {
        const isAsked = event.timeStamp - pressedAtMs < followsMs;
        forget();
        if (isAsked) onPaste(event);
      },
      options,
    );
    return () => stop.abort();
  }, []);
}
