"use client";

import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import type { Layout } from "@/components/domain/list/grid-model";

export type GridStart = {
  /** Where one was in this step of the history, in pixels; 0 at the top. */
  scroll: number;
  /** The row with the focus comes into view instead, for instance the folder that one came up from. */
  toFocus: boolean;
};

type Options = {
  start: GridStart;
  layout: Layout;
  filter: string;
  /** Something is opened above the list: the selection follows it, and the list the selection. */
  isCovered: boolean;
  /** What can be done with the chosen has come to the lower edge (on phones): not over the row that was just chosen. */
  hasLowerBar: boolean;
  /** Of the entry with the focus; -1: none. */
  focusRow: number;
  /** The width is known, and with it how many entries a row has. */
  isMeasured: boolean;
  tell: (offset: number) => void;
};

/** By then the virtualizer knows that the list has become lower. */
const shrunkMs = 60;

/** Where the list is scrolled to: at the start, when it is filtered or laid out anew, under a preview; and tells where it is. */
export function useGridScroll(
  grid: RefObject<HTMLElement | null>,
  virtualizer: Virtualizer<HTMLDivElement, Element>,
  { start, layout, filter, isCovered, hasLowerBar, focusRow, isMeasured, tell }: Options,
): void {
  const toTop = () => grid.current?.scrollTo({ top: 0 });
  const toFocusOrTop = useEffectEvent(() => {
    if (focusRow < 0 || filter !== "") toTop();
    else virtualizer.scrollToIndex(focusRow, { align: "center" });
  });
  const begin = useEffectEvent(() => {
    if (start.toFocus && focusRow >= 0) virtualizer.scrollToIndex(focusRow, { align: "center" });
    else if (start.scroll > 0) grid.current?.scrollTo({ top: start.scroll });
  });
  const shown = useRef({ layout, filter });

  useLayoutEffect(() => {
    if (isMeasured) begin();
  }, [isMeasured]);
  useLayoutEffect(() => {
    if (shown.current.layout === layout && shown.current.filter === filter) return;
    shown.current = { layout, filter };
    toFocusOrTop();
  }, [layout, filter]);
  useEffect(() => {
    if (isCovered && focusRow >= 0) virtualizer.scrollToIndex(focusRow);
  }, [virtualizer, focusRow, isCovered]);
  const clearBar = useEffectEvent(() => {
    if (focusRow >= 0) virtualizer.scrollToIndex(focusRow);
  });
  useEffect(() => {
    if (!hasLowerBar) return undefined;
    const timer = setTimeout(() => clearBar(), shrunkMs);
    return () => clearTimeout(timer);
  }, [hasLowerBar]);

  // At once: who scrolls and goes on to the next folder right away comes back to this place, too.
  const onScroll = useEffectEvent(() => {
    // As the virtualizer has read it: to ask the element again would lay it out in the middle of a frame.
    tell(virtualizer.scrollOffset ?? 0);
  });
  useEffect(() => {
    const node = grid.current;
    const listener = () => onScroll();
    node?.addEventListener("scroll", listener, { passive: true });
    return () => node?.removeEventListener("scroll", listener);
  }, [grid]);
}
