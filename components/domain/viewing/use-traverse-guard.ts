"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/**
 * Asks before the browser's Back and Forward leave unsaved changes, where the browser lets a page do so (Navigation API,
 * https://html.spec.whatwg.org/multipage/nav-history-apis.html). Elsewhere the draft is kept and offered again.
 */
export function useTraverseGuard(isDirty: boolean, guard: (leave: () => void) => void, onLeave: () => void): void {
  const isSure = useRef(false);
  const ask = useEffectEvent((key: string) =>
    guard(() => {
      isSure.current = true;
      onLeave();
      window.navigation.traverseTo(key);
    }),
  );
  useEffect(() => {
    if (!isDirty || !("navigation" in window)) return undefined;
    const onNavigate = (event: NavigateEvent) => {
      // After the answer the same step comes again, and passes.
      if (event.navigationType !== "traverse" || !event.cancelable || isSure.current) return;
      event.preventDefault();
      ask(event.destination.key);
    };
    window.navigation.addEventListener("navigate", onNavigate);
    return () => window.navigation.removeEventListener("navigate", onNavigate);
  }, [isDirty]);
}
