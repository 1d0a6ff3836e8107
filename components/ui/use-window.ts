"use client";

import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useState, type RefObject } from "react";

/** A stretch of rows that are not drawn, in pixels, or a row that is. */
export type WindowPart = { kind: "gap"; key: string; sizePx: number } | { kind: "row"; key: string; index: number };

type Options = {
  /** What holds the rows and nothing before them. What it scrolls in is the nearest around `list` that does. */
  body: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
  count: number;
  /** The same function as long as the rows are the same. */
  keyOf: (index: number) => string;
  /** Of a row that was not yet drawn. */
  rowPx: number;
  /** Stays drawn wherever one looks: where the keyboard is. -1: none. */
  kept: number;
  /** Covered by what stays at the upper edge. */
  headPx?: number;
  isOn?: boolean;
};

const overscan = 10;

/** Which rows of a list in a page are drawn: those in sight, of any height, wherever the list begins on the page. */
export function useWindow(options: Options) {
  const { body, list, count, keyOf, rowPx, kept, headPx = 0, isOn = true } = options;
  const startPx = useStart(body, list, isOn);
  // oxlint-disable-next-line react/incompatible-library -- its functions go to nothing that is memoized
  const virtualizer = useVirtualizer<Element, HTMLElement>({
    count,
    enabled: isOn,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => rowPx,
    getItemKey: keyOf,
    overscan,
    scrollMargin: startPx,
    scrollPaddingStart: headPx,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range);
      return kept < 0 || kept >= count || indexes.includes(kept)
        ? indexes
        : [...indexes, kept].toSorted((a, b) => a - b);
    },
  });
  // What was guessed of rows that nobody has seen is guessed anew, what is drawn is measured.
  useLayoutEffect(() => {
    if (!isOn) return;
    virtualizer.measure();
    for (const node of virtualizer.elementsCache.values()) virtualizer.measureElement(node);
  }, [virtualizer, rowPx, isOn]);
  return {
    parts: isOn ? partsOf(virtualizer, startPx) : everyPart(count, keyOf),
    measure: isOn ? virtualizer.measureElement : undefined,
    scrollTo: (index: number) => {
      if (isOn) virtualizer.scrollToIndex(index);
    },
  };
}

type Virtual = {
  getVirtualItems: () => { index: number; key: bigint | number | string; start: number; end: number }[];
  getTotalSize: () => number;
};

function partsOf(virtualizer: Virtual, startPx: number): WindowPart[] {
  const parts: WindowPart[] = [];
  let endPx = startPx;
  const fill = (untilPx: number) => {
    if (untilPx > endPx) parts.push({ kind: "gap", key: `gap ${parts.length}`, sizePx: untilPx - endPx });
  };
  for (const { index, key, start, end } of virtualizer.getVirtualItems()) {
    fill(start);
    parts.push({ kind: "row", key: String(key), index });
    endPx = end;
  }
  fill(startPx + virtualizer.getTotalSize());
  return parts;
}

const everyPart = (count: number, keyOf: (index: number) => string): WindowPart[] =>
  Array.from({ length: count }, (_, index) => ({ kind: "row", key: keyOf(index), index }));

function scrollerOf(list: HTMLElement | null): HTMLElement | null {
  for (let node = list?.parentElement ?? null; node !== null; node = node.parentElement)
    if (/auto|scroll/.test(getComputedStyle(node).overflowY)) return node;
  return list === null ? null : document.documentElement;
}

/** Where the rows begin in what they scroll in, in pixels; whatever comes and goes above them. */
function useStart(body: Options["body"], list: Options["list"], isOn: boolean): number {
  const [startPx, setStartPx] = useState(0);
  const look = useCallback(() => {
    const scroller = scrollerOf(list.current);
    if (scroller === null || body.current === null) return;
    const { top } = body.current.getBoundingClientRect();
    setStartPx(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop));
  }, [body, list]);
  useLayoutEffect(() => {
    const scroller = isOn ? scrollerOf(list.current) : null;
    if (scroller === null) return undefined;
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    for (const child of scroller.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list, isOn, look]);
  return startPx;
}
