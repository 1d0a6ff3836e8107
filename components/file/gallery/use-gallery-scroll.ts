"use client";

import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { Selection } from "@/components/domain/list/selection";
import type { GridStart } from "@/components/file/list/use-grid-scroll";
import type { FileEntry } from "@/lib/contracts/file";
import type { GalleryLayout } from "./gallery-layout";
import { useGalleryWindow } from "./use-gallery-window";

type Options = {
  layout: GalleryLayout;
  rows: readonly FileEntry[];
  isMeasured: boolean;
  start: GridStart;
  filter: string;
  /** Something is opened above: the list follows what is looked at. */
  isCovered: boolean;
  focusIndex: number;
  wanted: Selection["shown"];
  renaming: string | null;
  tell: (offset: number) => void;
};

/** What scrolls the gallery besides the hand: where one was, what is looked at, what has arrived, what gets a new name. */
export function useGalleryScroll(grid: RefObject<HTMLElement | null>, options: Options) {
  const { layout, rows, isMeasured, start, filter, isCovered, focusIndex, wanted, renaming, tell } = options;
  const { shown, scrollTo } = useGalleryWindow(grid, {
    layout,
    rows,
    isMeasured,
    start: { scroll: start.scroll, index: start.toFocus ? focusIndex : -1 },
    tell,
  });
  const show = useEffectEvent((name: string) => scrollTo(rows.findIndex((row) => row.name === name)));
  const showFocus = useEffectEvent(() => scrollTo(focusIndex));

  const filtered = useRef(filter);
  useEffect(() => {
    if (filtered.current !== filter) grid.current?.scrollTo({ top: 0 });
    filtered.current = filter;
  }, [grid, filter]);
  useEffect(() => {
    if (isCovered && focusIndex >= 0) showFocus();
  }, [isCovered, focusIndex]);
  const seen = useRef(wanted);
  const isThere = wanted !== undefined && rows.some(({ name }) => name === wanted.name);
  useEffect(() => {
    // It may be in the rows only after its folder told of it.
    if (wanted === undefined || wanted === seen.current || !isThere) return;
    seen.current = wanted;
    show(wanted.name);
  }, [wanted, isThere]);
  useEffect(() => {
    if (renaming !== null) show(renaming);
  }, [renaming]);
  return { shown, scrollTo };
}
