"use client";

import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Browsers draw nothing below some 17 million pixels (Firefox) or 33 million (Chrome). */
const maxSpacePx = 6_000_000;

type Options = {
  count: number;
  rowPx: number;
  /** Above the rows, always in sight. */
  headPx?: number;
};

/** Where the rows of a long list are: which one is at the upper edge, in fractions of rows, for a place of the scroll bar. */
export function rowAt(
  scrollPx: number,
  { count, rowPx, viewPx }: { count: number; rowPx: number; viewPx: number },
): number {
  const natural = count * rowPx;
  if (natural <= maxSpacePx) return scrollPx / rowPx;
  const range = maxSpacePx - viewPx;
  return range <= 0 ? 0 : (scrollPx / range) * Math.max(0, count - viewPx / rowPx);
}

/** The other way round. */
export function scrollOf(
  row: number,
  { count, rowPx, viewPx }: { count: number; rowPx: number; viewPx: number },
): number {
  const natural = count * rowPx;
  if (natural <= maxSpacePx) return row * rowPx;
  return (row / Math.max(1, count - viewPx / rowPx)) * (maxSpacePx - viewPx);
}

/**
 * Rows of one height, as many as there are: draws those in sight into a layer that stays where it is (`layer`, sticky), in a space that
 * stands for all of them (`spacePx`) and is shortened where browsers could not draw that high. A wheel moves by rows either way.
 */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, { count, rowPx, headPx = 0 }: Options) {
  const [top, setTop] = useState(0);
  const [heightPx, setHeightPx] = useState(0);
  const viewPx = Math.max(0, heightPx - headPx);
  const scale = { count, rowPx, viewPx };
  const isScaled = count * rowPx > maxSpacePx;
  const maxTop = Math.max(0, count - viewPx / rowPx);
  // What was set here and comes back as an event, rounded.
  const expected = useRef(-1);

  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null) return undefined;
    const observer = new ResizeObserver(() => setHeightPx(node.clientHeight));
    observer.observe(node);
    return () => observer.disconnect();
  }, [scroller]);

  const goTo = (row: number) => {
    const node = scroller.current;
    const next = Math.min(maxTop, Math.max(0, row));
    setTop(next);
    if (node === null) return;
    node.scrollTo({ top: scrollOf(next, scale) });
    expected.current = node.scrollTop;
  };
  const onScroll = useEffectEvent(() => {
    const at = scroller.current?.scrollTop ?? 0;
    if (Math.abs(at - expected.current) < 1) return;
    expected.current = -1;
    setTop(Math.min(maxTop, Math.max(0, rowAt(at, scale))));
  });
  const onWheel = useEffectEvent((event: WheelEvent) => {
    // On a shortened bar one notch would be thousands of rows.
    if (!isScaled || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    goTo(top + (event.deltaMode === 1 ? event.deltaY : event.deltaY / rowPx));
  });
  useEffect(() => {
    const node = scroller.current;
    if (node === null) return undefined;
    const [scrolled, wheeled] = [() => onScroll(), (event: WheelEvent) => onWheel(event)];
    node.addEventListener("scroll", scrolled, { passive: true });
    node.addEventListener("wheel", wheeled, { passive: false });
    return () => {
      node.removeEventListener("scroll", scrolled);
      node.removeEventListener("wheel", wheeled);
    };
  }, [scroller]);

  const shownTop = Math.min(top, maxTop);
  const pageRows = Math.max(1, Math.floor(viewPx / rowPx));
  /** Brings rows into sight; where they do not fit, the first of them. */
  const reveal = (first: number, last = first) => {
    if (first < shownTop) goTo(first);
    else if (last + 1 > shownTop + viewPx / rowPx) goTo(Math.min(first, last + 1 - viewPx / rowPx));
  };
  const offsetOf = useCallback((row: number) => headPx + (row - shownTop) * rowPx, [headPx, shownTop, rowPx]);
  return {
    /** Of the element that stands for all rows, with the head. */
    spacePx: headPx + Math.min(count * rowPx, maxSpacePx),
    /** Of the layer in it. */
    layerPx: heightPx,
    from: Math.max(0, Math.floor(shownTop)),
    to: Math.min(count, Math.ceil(shownTop + viewPx / rowPx)),
    pageRows,
    offsetOf,
    goTo,
    reveal,
  };
}
