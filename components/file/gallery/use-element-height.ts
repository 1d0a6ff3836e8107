"use client";

import { useEffect, useState, type RefObject } from "react";

/** The element's inner height; 0 until it is measured. */
export function useElementHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    const node = element.current;
    if (node === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setHeight(Math.round(entry?.contentRect.height ?? 0)));
    observer.observe(node);
    return () => observer.disconnect();
  }, [element]);
  return height;
}
