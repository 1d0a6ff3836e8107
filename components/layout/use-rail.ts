"use client";

import { useCallback, useSyncExternalStore } from "react";
import { writeCookie } from "@/lib/client/appearance";
import { railCookie } from "@/lib/shared/appearance";
import { createStore } from "@/lib/shared/store";

const changes = createStore(0);

/** Whether the rail shows icons only. Lives on <html>, where the server puts it from the cookie: no jump at the start. */
export function useRail() {
  const isNarrow = useSyncExternalStore(
    changes.subscribe,
    () => document.documentElement.dataset["rail"] === "narrow",
    () => false,
  );
  const toggle = useCallback(() => {
    const next = document.documentElement.dataset["rail"] === "narrow" ? "wide" : "narrow";
    document.documentElement.dataset["rail"] = next;
    writeCookie(railCookie, next);
    changes.set((count) => count + 1);
  }, []);
  return { isNarrow, toggle };
}
