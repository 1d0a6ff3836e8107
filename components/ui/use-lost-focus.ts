"use client";

import { useEffect } from "react";
import { loadPart } from "./lazy/load-part";

/** Focus that gets lost goes to what is near (`lost-focus.ts`), from soon after the page's start on. */
export function useLostFocus(): void {
  useEffect(() => {
    const stop = new AbortController();
    loadPart(() => import("./lost-focus")).then(
      ({ watchLostFocus }) => stop.signal.aborted || watchLostFocus(stop.signal),
      () => undefined, // then it stays where the browser puts it
    );
    return () => stop.abort();
  }, []);
}
