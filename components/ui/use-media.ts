"use client";

import { useCallback, useSyncExternalStore } from "react";

/** Whether the media query matches now; false while the server renders. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** Mobile layout: 736 px or less (spec §2). */
const mobileQuery = "(max-width: 736px)";

export function useIsMobile(): boolean {
  return useMedia(mobileQuery);
}

/** Tables are cards: 560 px or less, as in table.module.css. */
export function useHasCards(): boolean {
  return useMedia("(max-width: 560px)");
}

/** The same, for whoever has just clicked: right before the page has been drawn for it, too. */
export function isMobileNow(): boolean {
  return matchMedia(mobileQuery).matches;
}
