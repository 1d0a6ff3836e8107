"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual */

import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useLayoutEffect, useMemo, useRef } from "react";
import type { ListModel } from "@/components/domain/list/grid-model";
import gridStyles from "@/components/domain/list/file-grid.module.css";
import type { ListEvents } from "@/components/domain/list/list-events";
import { cellAfterKey } from "@/components/domain/list/row-keys";
import { useGridKeys } from "@/components/domain/list/use-grid-keys";
import { useGridPointer } from "@/components/domain/list/use-grid-pointer";
import { useRowFocus } from "@/components/ui/use-row-focus";
import { isPicked } from "@/components/domain/list/selection";
import { useIsMobile } from "@/components/ui/use-media";
import { resultHeight } from "./result-height";
import { SearchRow } from "./search-row";
import type { Found } from "./search-state";
import styles from "./search-results.module.css";

type Props = {
  hits: readonly Found[];
  isStale: boolean;
  /** Its rows have the paths of the hits as names. */
  model: ListModel;
  events: ListEvents;
  singleKeys: boolean;
  initialScroll: number;
  placeOf: (hit: Found) => string;
};

/** What was found: a virtual list with the keyboard and the mouse of the folder list. */
export function SearchResults({ hits, isStale, model, events, singleKeys, initialScroll, placeOf }: Props) {
  const t = useTranslations("search");
  const grid = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const { rows, selection, nowMs } = model;
  const index = useMemo(
    () => (selection.focus === null ? -1 : rows.findIndex((row) => row.name === selection.focus)),
    [rows, selection.focus],
  );
  const virtualizer = useVirtualizer({
    count: hits.length,
    getScrollElement: () => grid.current,
    estimateSize: (at) => {
      const hit = hits[at];
      return hit === undefined ? 0 : resultHeight(hit, isMobile);
    },
    getItemKey: (at) => hits[at]?.path ?? at,
    overscan: 10,
    initialOffset: initialScroll,
    // The row with the focus stays mounted wherever the list is scrolled.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range);
      return index < 0 || visible.includes(index) ? visible : [...visible, index].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, hits, isMobile]);
  useLayoutEffect(() => {
    if (initialScroll > 0) grid.current?.scrollTo({ top: initialScroll });
    // oxlint-disable-next-line react/exhaustive-deps -- only when the results are shown first
  }, []);
  const pointer = useGridPointer(model, events);
  const focus = useRowFocus(grid, index);
  useGridKeys({
    model,
    events,
    index,
    singleKeys,
    cellAfter: (key, isRtl) => {
      const page = Math.floor((grid.current?.clientHeight ?? 0) / 60);
      return cellAfterKey(key, { index, count: rows.length, columns: 1, page, isRtl });
    },
    onMoved: (next) => {
      virtualizer.scrollToIndex(next);
      focus.take();
    },
  });
  return (
    // The keys are the document's (use-grid-keys), the clicks those of the rows in it.
    <div
      ref={grid}
      role="grid"
      className={`${gridStyles["grid"]} ${isStale ? styles["stale"] : ""}`}
      aria-label={t("results")}
      aria-multiselectable
      aria-rowcount={rows.length}
      aria-colcount={5}
      aria-busy={isStale}
      onScroll={({ currentTarget }) => events.scroll(currentTarget.scrollTop)}
      {...pointer}
      {...focus.handlers}
    >
      <div role="rowgroup" className={gridStyles["body"]} style={{ blockSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index: at, start, size }) => {
          const hit = hits[at];
          return hit === undefined ? null : (
            <SearchRow
              key={hit.path}
              hit={hit}
              place={placeOf(hit)}
              index={at}
              top={start}
              height={size}
              isPicked={isPicked(selection.picked, hit.path)}
              isTabStop={at === Math.max(index, 0)}
              nowMs={nowMs}
            />
          );
        })}
      </div>
    </div>
  );
}
