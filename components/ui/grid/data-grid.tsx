"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-static-element-interactions -- a grid that mounts what is in sight: tables cannot */

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { SortChoice } from "@/components/ui/sort-choice";
import { useElementWidth } from "@/components/ui/use-element-width";
import { openContextMenu } from "@/components/ui/menu/menu-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useIsMobile } from "@/components/ui/use-media";
import { useRowFocus } from "@/components/ui/use-row-focus";
import { compareBy, firstBy, type GridColumn } from "./grid-column";
import { placeFlat, type GridSort, type Placed } from "./grid-order";
import { GridHead } from "./grid-head";
import { GridLine, type LineHandlers } from "./grid-line";
import { stepOf } from "./grid-keys";
import { InSortSlot } from "./sort-slot";
import { useSteadyHandlers } from "./use-steady-handlers";
import { useSteadyOrder } from "./use-steady-order";
import styles from "./data-grid.module.css";

const [rowHeight, cardHeight] = [36, 60];

export type GridProps<Row extends { id: string }> = {
  /** Accessible name. */
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: ReadonlyMap<string, Row>;
  sort: GridSort;
  onSort: (sort: GridSort) => void;
  /** A click, or Enter. */
  onOpen?: (row: Row) => void;
  menuOf?: (row: Row) => readonly MenuItem[];
  /** Accessible name of a row's menu. */
  menuLabel?: (row: Row) => string;
  /** Instead of rows, if there are none. */
  empty: ReactNode;
  /** Instead of a flat list. `key` changes when rows are opened or closed. */
  tree?: {
    key: string;
    place: (rows: readonly Row[], compare: (a: Row, b: Row) => number) => readonly Placed[];
    onToggle: (id: string, isOpen: boolean) => void;
  };
  /** Stands above the others, however they are sorted. */
  isFirst?: (row: Row) => boolean;
  /** A key on a row that the grid has no use for; true: it has been heard. */
  onKey?: (key: string, row: Row) => boolean;
  /** Muted, such as what has ended. */
  isDim?: (row: Row) => boolean;
};

/** A table of thousands of rows that change while one looks at them: sorted by its columns, moved through by keys, cards on a phone. */
export function DataGrid<Row extends { id: string }>(props: GridProps<Row>) {
  const { label, columns, rows, sort, onSort, onOpen, menuOf, menuLabel, empty, tree, isDim, isFirst, onKey } = props;
  const texts = useKitTexts();
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useIsMobile();
  const width = useElementWidth(scroller);
  const [activeId, setActiveId] = useState<string | null>(null);

  const placed = useMemo(() => {
    const compare = firstBy(isFirst, compareBy(columns, sort));
    const list = [...rows.values()];
    return tree === undefined ? placeFlat(list, compare) : tree.place(list, compare);
  }, [columns, rows, sort, tree, isFirst]);
  const cause = `${sort.column} ${sort.direction} ${tree?.key ?? ""} ${label}`;
  const { order, hold } = useSteadyOrder(placed, (id) => rows.has(id), cause);

  const shown = useMemo(
    () => columns.filter(({ phone, fromWidth = 0 }) => (isPhone ? phone !== undefined : width >= fromWidth)),
    [columns, isPhone, width],
  );
  const template = shown.map((column) => column.width).join(" ") + (menuOf === undefined ? "" : " 40px");
  const index = Math.max(
    0,
    order.findIndex(({ id }) => id === activeId),
  );
  // oxlint-disable-next-line react/incompatible-library -- its functions go to nothing that is memoized
  const virtualizer = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? cardHeight : rowHeight),
    overscan: 8,
    scrollPaddingStart: isPhone ? 0 : 32,
    // The row that the keyboard is on stays mounted.
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [from, to] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)];
      const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
      return index < count && (index < from || index > to) ? [...indexes, index].toSorted((a, b) => a - b) : indexes;
    },
  });
  // A card is higher than a row: what was placed as the one is placed anew as the other.
  useEffect(() => virtualizer.measure(), [virtualizer, isPhone]);
  const focus = useRowFocus(scroller, index, { isFirst: false });

  const goTo = (next: number) => {
    const id = order[Math.min(order.length - 1, Math.max(0, next))]?.id;
    if (id === undefined) return;
    focus.take();
    setActiveId(id);
    virtualizer.scrollToIndex(Math.min(order.length - 1, Math.max(0, next)));
  };
  const showMenu = (row: Row, at: { x: number; y: number }) => {
    if (menuOf === undefined) return;
    setActiveId(row.id);
    openContextMenu({ ...at, items: menuOf(row), ...(menuLabel === undefined ? {} : { label: menuLabel(row) }) });
  };

  const handlers = useSteadyHandlers<LineHandlers<Row>>({
    onActivate: setActiveId,
    onOpen: (row) => onOpen?.(row),
    onToggle: (id, isOpen) => tree?.onToggle(id, isOpen),
    onMenu: showMenu,
    menuLabel: (row) => menuLabel?.(row) ?? texts.menu,
  });

  const onKeyDown = (event: React.KeyboardEvent<HTMLDivElement>) => {
    const place = order[index];
    const row = place === undefined ? undefined : rows.get(place.id);
    const line = event.target instanceof HTMLElement && event.target.matches("[data-index]") ? event.target : null;
    if (place === undefined || row === undefined || line === null || event.altKey || event.ctrlKey || event.metaKey)
      return;
    hold();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const step = stepOf(event.key, { index, count: order.length, page });
    if (step !== null) goTo(step);
    else if (event.key === "Enter" && onOpen !== undefined) onOpen(row);
    else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      const box = line.getBoundingClientRect();
      showMenu(row, { x: box.left + 24, y: box.bottom });
    } else if (tree !== undefined && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
      const opens = (event.key === "ArrowRight") !== isRtl;
      if (place.isOpen !== null && place.isOpen !== opens) tree.onToggle(row.id, opens);
      else if (!opens) goTo(order.findLastIndex(({ level }, at) => at < index && level < place.level));
      else return;
    } else if (onKey?.(event.key, row) !== true) return;
    event.preventDefault();
  };

  return (
    <>
      {isPhone && rows.size > 0 ? (
        <InSortSlot>
          <SortChoice options={columns.filter(({ compare }) => compare !== undefined)} sort={sort} onSort={onSort} />
        </InSortSlot>
      ) : null}
      <div
        ref={scroller}
        className={styles["grid"]}
        data-phone={isPhone || undefined}
        data-empty={rows.size === 0 || undefined}
        role={tree === undefined ? "grid" : "treegrid"}
        aria-label={label}
        aria-rowcount={order.length + 1}
        style={{ "--columns": template } as CSSProperties}
        onKeyDown={onKeyDown}
        onPointerMove={hold}
        {...focus.handlers}
      >
        <GridHead columns={shown} sort={sort} onSort={isPhone ? null : onSort} hasMenu={menuOf !== undefined} />
        {rows.size === 0 ? empty : null}
        <div className={styles["body"]} role="rowgroup" style={{ blockSize: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index: at, start, size }) => {
            const place = order[at];
            const row = place === undefined ? undefined : rows.get(place.id);
            if (place === undefined || row === undefined) return null;
            return (
              <GridLine
                key={place.id}
                row={row}
                columns={shown}
                index={at}
                top={start}
                height={size}
                level={place.level}
                isOpen={place.isOpen}
                isTree={tree !== undefined}
                isActive={at === index}
                isPhone={isPhone}
                isDim={isDim?.(row) ?? false}
                canOpen={onOpen !== undefined}
                hasMenu={menuOf !== undefined}
                handlers={handlers}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}
