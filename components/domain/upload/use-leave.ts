"use client";

import { useEffect, type RefObject } from "react";
import { closeUploads } from "./run-uploads";

const shownMs = 6000;
const stepMs = 250;

/** Closes the panel some seconds after its end, counted anew while somebody is at it. */
export function useLeave(panel: RefObject<HTMLElement | null>, isDone: boolean): void {
  useEffect(() => {
    if (!isDone) return undefined;
    let leftMs = shownMs;
    const timer = setInterval(() => {
      const node = panel.current;
      // Asked, not listened to: a button that had the focus goes without telling.
      const isHeld = node?.matches(":hover") === true || node?.contains(document.activeElement) === true;
      leftMs = isHeld ? shownMs : leftMs - stepMs;
      if (leftMs <= 0) closeUploads();
    }, stepMs);
    return () => clearInterval(timer);
  }, [panel, isDone]);
}
