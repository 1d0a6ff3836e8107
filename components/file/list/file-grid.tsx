"use client";

import { defaultRangeExtractor, useVirtualizer, type Range } from "@tanstack/react-virtual";
import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useMemo, useRef, type CSSProperties } from "react";
import { isPicked } from "@/components/domain/list/selection";
import { useIsMobile, useMedia } from "@/components/ui/use-media";
import { cellAfterKey } from "@/components/domain/list/row-keys";
import { metricsOf, rowTemplate } from "@/components/domain/list/grid-model";
import { GridRows } from "./grid-rows";
import type { GridProps } from "./grid-props";
import { entriesInBand } from "./rubber-band";
import { ListHeader } from "./list-header";
import { useElementWidth } from "@/components/ui/use-element-width";
import { useGridKeys } from "@/components/domain/list/use-grid-keys";
import { useGridPointer } from "@/components/domain/list/use-grid-pointer";
import { useGridScroll } from "./use-grid-scroll";
import { useRubberBand } from "./use-rubber-band";
import { useRowFocus } from "@/components/ui/use-row-focus";
import styles from "@/components/domain/list/file-grid.module.css";

/** The entries as list or mosaic: an ARIA grid of which only the visible rows exist. */
export function FileGrid(props: GridProps) {
  const { model, events, start, filter, isCovered, singleKeys, empty, onDragStart, onDragEnd } = props;
  const t = useTranslations("file");
  const { rows, selection, chosenCount, layout, sort, isCompact, renaming } = model;
  const grid = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const isFine = useMedia("(pointer: fine)");
  const width = useElementWidth(grid);
  const metrics = metricsOf(layout, { width: width || 1000, isMobile, isCompact });
  const index = useMemo(
    () => (selection.focus === null ? -1 : rows.findIndex((row) => row.name === selection.focus)),
    [rows, selection.focus],
  );
  const focusRow = index < 0 ? -1 : Math.floor(index / metrics.columns);
  const columns = useMemo(() => (isMobile ? model.columns.slice(0, 1) : model.columns), [isMobile, model.columns]);

  // oxlint-disable-next-line react/incompatible-library -- its values go to no component that is memoized by them
  const virtualizer = useVirtualizer({
    count: Math.ceil(rows.length / metrics.columns),
    getScrollElement: () => grid.current,
    estimateSize: () => metrics.rowHeight,
    overscan: 4,
    scrollMargin: metrics.headerHeight,
    scrollPaddingStart: metrics.headerHeight,
    initialOffset: start.scroll,
    // The row with the focus stays mounted wherever the list is scrolled.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range);
      return focusRow < 0 || visible.includes(focusRow) ? visible : [...visible, focusRow].sort((a, b) => a - b);
    },
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, metrics.rowHeight, metrics.columns]);
  useGridScroll(grid, virtualizer, {
    start,
    layout,
    filter,
    isCovered,
    hasLowerBar: isMobile && chosenCount > 0,
    focusRow,
    isMeasured: width > 0,
    tell: events.scroll,
  });

  const pointer = useGridPointer(model, events);
  const band = useRubberBand(grid, {
    model,
    events,
    find: (area, room) => entriesInBand(area, { ...room, metrics, count: rows.length }),
  });
  const focus = useRowFocus(grid, index, { isRenaming: renaming !== null });
  useGridKeys({
    model,
    events,
    index,
    singleKeys,
    cellAfter: (key, isRtl) => {
      const page = Math.floor(((grid.current?.clientHeight ?? 0) - metrics.headerHeight) / metrics.rowHeight);
      return cellAfterKey(key, { index, count: rows.length, columns: metrics.columns, page, isRtl });
    },
    onMoved: (next) => {
      virtualizer.scrollToIndex(Math.floor(next / metrics.columns));
      focus.take();
    },
  });
  const shown = useRef(selection.shown);
  const shownRow = useMemo(
    () => (selection.shown === undefined ? -1 : rows.findIndex((row) => row.name === selection.shown?.name)),
    [rows, selection.shown],
  );
  useEffect(() => {
    // It may be in the rows only after its folder told of it.
    if (selection.shown === shown.current || shownRow < 0) return;
    shown.current = selection.shown;
    virtualizer.scrollToIndex(Math.floor(shownRow / metrics.columns), { align: "auto" });
  }, [virtualizer, selection.shown, shownRow, metrics.columns]);
  const renamingRow = useMemo(
    () => (renaming === null ? -1 : rows.findIndex((row) => row.name === renaming)),
    [rows, renaming],
  );
  useEffect(() => {
    if (renamingRow >= 0) virtualizer.scrollToIndex(Math.floor(renamingRow / metrics.columns));
  }, [virtualizer, renamingRow, metrics.columns]);

  const isTabStop = (at: number) => at === (index < 0 ? 0 : index);
  return (
    // The keys are the document's (use-grid-keys), the clicks those of the rows in it.
    <div
      ref={grid}
      // A grid without rows would be none.
      role={rows.length === 0 ? "region" : "grid"}
      className={styles["grid"]}
      data-selecting={chosenCount > 0 || undefined}
      style={{ "--row-columns": rowTemplate(columns, isMobile) } as CSSProperties} // a custom property
      aria-label={t("listLabel")}
      aria-multiselectable={rows.length > 0 || undefined}
      aria-rowcount={
        rows.length === 0 ? undefined : layout === "rows" ? rows.length + 1 : Math.ceil(rows.length / metrics.columns)
      }
      aria-colcount={rows.length === 0 ? undefined : layout === "rows" ? columns.length + 3 : metrics.columns}
      {...pointer}
      {...band.handlers}
      onPointerDown={(event) => {
        band.handlers.onPointerDown(event);
        pointer.onPointerDown(event);
      }}
      onPointerMove={(event) => {
        band.handlers.onPointerMove(event);
        pointer.onPointerMove(event);
      }}
      onPointerUp={() => {
        band.handlers.onPointerUp();
        pointer.onPointerUp();
      }}
      onPointerCancel={() => {
        band.handlers.onPointerCancel();
        pointer.onPointerCancel();
      }}
      {...focus.handlers}
      onDragStart={onDragStart}
      onDragEnd={onDragEnd}
    >
      {layout === "rows" && rows.length > 0 ? (
        <ListHeader
          columns={columns}
          sort={sort}
          onSort={events.sort}
          picked={chosenCount === 0 ? "none" : chosenCount === rows.length ? "all" : "some"}
          onPickAll={(all) => events.select({ type: all ? "all" : "none" })}
        />
      ) : null}
      {rows.length === 0 ? empty : null}
      <div ref={band.frame} className={styles["band"]} hidden aria-hidden />
      <div
        role={rows.length === 0 ? undefined : "rowgroup"}
        className={styles["body"]}
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {width === 0 ? null : (
          <GridRows
            model={model}
            columns={columns}
            metrics={metrics}
            items={virtualizer.getVirtualItems()}
            isDraggable={isFine}
            isTabStop={isTabStop}
            isPicked={(name) => isPicked(selection.picked, name)}
            onRenameEnd={events.renameEnd}
          />
        )}
      </div>
    </div>
  );
}
