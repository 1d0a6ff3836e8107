"use client";

import { useLayoutEffect, useRef, useState } from "react";

/** The same functions with every rendering, which call those of the last one: rows that get them need not be drawn anew. */
export function useSteadyHandlers<H extends Record<string, (...args: never[]) => unknown>>(handlers: H): H {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(() => {
    const names: (keyof H)[] = Object.keys(handlers);
    return Object.fromEntries(
      names.map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)] as const),
    ) as H; // each passes on what it gets
  });
  return steady;
}
