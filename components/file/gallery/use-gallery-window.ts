"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { FileEntry } from "@/lib/contracts/file";
import { headPx, lineOf, placeAt, type GalleryLayout } from "./gallery-layout";

export type GalleryWindow = { from: number; to: number };

/** What is drawn changes in such steps, so that most scrolling draws nothing anew. */
const stepPx = 256;
const overscanPx = 700;

type Options = {
  layout: GalleryLayout;
  rows: readonly FileEntry[];
  /** The lists were measured; before that nothing can be scrolled. */
  isMeasured: boolean;
  /** Pixels to begin at, or the entry to bring into sight. */
  start: { scroll: number; index: number };
  tell: (offset: number) => void;
};

/**
 * Which part of the content is drawn, and that what is in sight stays where it is while shapes and dates become known: the first picture in
 * sight keeps its place on the screen.
 */
export function useGalleryWindow(
  grid: RefObject<HTMLElement | null>,
  { layout, rows, isMeasured, start, tell }: Options,
) {
  const [shown, setShown] = useState<GalleryWindow>({ from: 0, to: 2_000 });
  const before = useRef({ layout, rows });

  const look = useEffectEvent(() => {
    const node = grid.current;
    if (node === null) return;
    const from = Math.floor(node.scrollTop / stepPx) * stepPx - overscanPx;
    const to = from + stepPx + 2 * overscanPx + Math.ceil(node.clientHeight / stepPx) * stepPx;
    setShown((last) => (last.from === from && last.to === to ? last : { from, to }));
  });

  const scrollTo = (index: number, align: "nearest" | "center" = "nearest") => {
    const [node, line] = [grid.current, layout.lines[lineOf(layout, index)]];
    if (node === null || line === undefined) return;
    const { scrollTop, clientHeight } = node;
    const [first, last] = [line.top - headPx, line.top + line.height + 8];
    if (align === "center") node.scrollTop = line.top - (clientHeight - line.height) / 2;
    else if (first < scrollTop) node.scrollTop = first;
    else if (last > scrollTop + clientHeight) node.scrollTop = last - clientHeight;
  };

  const begin = useEffectEvent(() => {
    if (start.index >= 0) scrollTo(start.index, "center");
    else if (start.scroll > 0) grid.current?.scrollTo({ top: start.scroll });
  });
  useLayoutEffect(() => {
    if (isMeasured) begin();
  }, [isMeasured]);

  useLayoutEffect(() => {
    const [node, { layout: old, rows: oldRows }] = [grid.current, before.current];
    before.current = { layout, rows };
    if (node === null || old === layout || node.scrollTop <= 0) return;
    const line = old.lines[placeAt(old.lines, node.scrollTop + headPx)];
    const name = line === undefined ? undefined : oldRows[line.start]?.name;
    if (line === undefined || name === undefined) return;
    const isSame = rows[line.start]?.name === name;
    const index = isSame ? line.start : rows.findIndex((row) => row.name === name);
    const now = layout.lines[lineOf(layout, index)];
    if (now !== undefined && now.top !== line.top) node.scrollTop += now.top - line.top;
  }, [grid, layout, rows]);

  const onScroll = useEffectEvent(() => {
    look();
    tell(grid.current?.scrollTop ?? 0);
  });
  useEffect(() => {
    const node = grid.current;
    if (node === null) return undefined;
    const listener = () => onScroll();
    const observer = new ResizeObserver(() => look());
    node.addEventListener("scroll", listener, { passive: true });
    observer.observe(node);
    return () => {
      node.removeEventListener("scroll", listener);
      observer.disconnect();
    };
  }, [grid]);

  return { shown, scrollTo };
}
