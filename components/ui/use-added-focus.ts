"use client";

import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * The ref of a list with a button that adds a line to it: the focus goes from the button to the first field of what was added. Lines are marked with
 * `data-line`.
 */
export function useAddedFocus<Host extends HTMLElement>(count: number): RefObject<Host | null> {
  const host = useRef<Host>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const isOneMore = count === before.current + 1;
    before.current = count;
    if (!isOneMore || host.current?.contains(document.activeElement) !== true) return;
    const added = [...host.current.querySelectorAll("[data-line]")].at(-1);
    added?.querySelector<HTMLElement>("input, select, textarea")?.focus();
  }, [count]);
  return host;
}
