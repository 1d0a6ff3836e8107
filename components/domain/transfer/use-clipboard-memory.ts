"use client";

import { useEffect } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { formatClipboard, parseClipboard } from "./clipboard-memory";
import { fileClipboard } from "./clipboard-store";

/** What was copied or cut outlives a reload, and is the same in all tabs of the user in this browser. */
export function useClipboardMemory(): void {
  const userId = useCachedMe()?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const key = `filedeck.clipboard.${userId}`;
    fileClipboard.set(parseClipboard(localStorage.getItem(key)));
    const stop = fileClipboard.subscribe(() => {
      const text = formatClipboard(fileClipboard.get());
      try {
        if (text === null) localStorage.removeItem(key);
        else if (text !== localStorage.getItem(key)) localStorage.setItem(key, text);
      } catch {
        // Full or forbidden storage: the clipboard then lasts as long as the tab.
      }
    });
    const listen = (event: StorageEvent) => {
      if (event.key === key) fileClipboard.set(parseClipboard(event.newValue));
    };
    window.addEventListener("storage", listen);
    return () => {
      stop();
      window.removeEventListener("storage", listen);
    };
  }, [userId]);
}
