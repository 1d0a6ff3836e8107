"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { entriesOf, type DroppedEntries } from "@/components/domain/upload/dropped-entries";

type Ends = { isOn: boolean; onFiles: (dropped: DroppedEntries) => void; onEntries: () => void };

const fields = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** Ctrl+V outside of fields: the computer's files are uploaded, otherwise what was copied or cut here arrives. `isOn`: there is a folder for it. */
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
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener("paste", listen);
    return () => document.removeEventListener("paste", listen);
  }, []);
}
