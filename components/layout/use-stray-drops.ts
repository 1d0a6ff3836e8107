"use client";

import { useEffect } from "react";

/**
 * A file or link that is dropped beside every target would replace the page, and with it what is unsaved or being uploaded: browsers open it. Texts
 * go into fields as ever.
 */
export function useStrayDrops(): void {
  useEffect(() => {
    const stop = new AbortController();
    const refuse = (event: DragEvent) => {
      if (event.defaultPrevented || event.dataTransfer === null) return;
      const { types } = event.dataTransfer;
      const isInField = event.target instanceof Element && event.target.closest("input, textarea") !== null;
      const isFileField = event.target instanceof HTMLInputElement && event.target.type === "file";
      if (isFileField || (isInField && !types.includes("Files"))) return;
      if (!types.includes("Files") && !types.includes("text/uri-list")) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "none";
    };
    // On the window: after all targets, React's and the document's.
    window.addEventListener("dragover", refuse, { signal: stop.signal });
    window.addEventListener("drop", refuse, { signal: stop.signal });
    return () => stop.abort();
  }, []);
}
