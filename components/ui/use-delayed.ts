"use client";

import { useEffect, useState } from "react";

/** True once `active` has held for the delay: skeletons and bars do not flash for fast answers. */
export function useDelayed(active: boolean, delayMs = 150): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setOver(true), delayMs);
    return () => {
      clearTimeout(timer);
      setOver(false);
    };
  }, [active, delayMs]);
  return active && isOver;
}
