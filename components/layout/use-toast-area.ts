"use client";

import { useEffect, type RefObject } from "react";

/** What components/ui/toast/toast.module.css keeps clear at each side of the window. */
const sides = ["top", "bottom", "left", "right"] as const;

/** Toasts lie in the corners of the page itself: beside the navigation, below the tabs, above the status line and what is docked below the page. */
export function useToastArea(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const area = main.current;
    if (area === null) return undefined;
    const { style } = document.documentElement;
    const place = () => {
      const { top, left, bottom, right } = area.getBoundingClientRect();
      const edges = { top, left, bottom: window.innerHeight - bottom, right: window.innerWidth - right };
      for (const side of sides) style.setProperty(`--toast-${side}`, `${Math.max(0, Math.round(edges[side]))}px`);
    };
    // What moves the page also changes its size: the navigation, the tabs, and the dock take from it.
    const observer = new ResizeObserver(place);
    observer.observe(area);
    return () => {
      observer.disconnect();
      for (const side of sides) style.removeProperty(`--toast-${side}`);
    };
  }, [main]);
}
