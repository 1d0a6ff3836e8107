"use client";

import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from "react";

/** How long a row that was scrolled to may take until it exists. */
const takeMs = 500;

/**
 * Roving focus in a list that unmounts what is out of sight: keeps the browser's focus on the row that the keyboard is on,
 * also when it moved, was sorted elsewhere or was deleted. `take` brings it there from anywhere else, once the row is mounted.
 */
export function useRowFocus(
  grid: RefObject<HTMLElement | null>,
  index: number,
  {
    isRenaming = false,
    isFirst = true,
  }: { isRenaming?: boolean; /** The page begins with the focus in it. */ isFirst?: boolean } = {},
) {
  const isWanted = useRef(isFirst);
  const takeUntilMs = useRef(0);

  useLayoutEffect(() => {
    const node = grid.current;
    const active = document.activeElement;
    if (!isWanted.current || isRenaming || index < 0 || node === null) return;
    const isFree =
      performance.now() < takeUntilMs.current ||
      active?.matches("body, main") === true ||
      (active !== null && node.contains(active) && active.matches("[data-index], [role=grid]"));
    if (!isFree) return;
    const row = node.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row === null) return;
    takeUntilMs.current = 0;
    if (row !== active) row.focus({ preventScroll: true });
  });

  const onFocus = () => {
    isWanted.current = true;
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // To nowhere means that the row went away or the window lost the focus.
    if (relatedTarget instanceof Node && grid.current?.contains(relatedTarget) !== true) isWanted.current = false;
  };
  const take = () => {
    isWanted.current = true;
    takeUntilMs.current = performance.now() + takeMs;
  };
  return { handlers: { onFocus, onBlur }, take };
}
