"use client";

import { useEffect, useState } from "react";

/** Whole seconds until the moment, counted down on the clock; 0 afterwards and for null. */
export function useCountdown(untilMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (untilMs === null) return undefined;
    const tick = () => setNowMs(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    const end = setTimeout(() => clearInterval(timer), untilMs - Date.now() + 500);
    return () => {
      clearInterval(timer);
      clearTimeout(end);
    };
  }, [untilMs]);
  return untilMs === null ? 0 : Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
