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
export function useIsMobile(): boolean {
  return useMedia("(max-width: 736px)");
}
