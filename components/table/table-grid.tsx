"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a grid that draws what is in sight: tables cannot */

import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { useCopy } from "@/components/ui/use-copy";
import { useRowWindow } from "@/components/ui/use-row-window";
import { boundsOf, cellAfter, clipText, type Range } from "./cell-range";
import { ColumnHead } from "./column-head";
import type { TableHead, TableOrder } from "./table-data";
import type { OpenTable } from "./use-table";
import styles from "./table.module.css";

const [rowPx, headPx, numberPx] = [30, 34, 64];
/** What is copied at once; more takes a download. */
const maxCopied = 100_000;
const widthStepPx = 20;

type Props = {
  label: string;
  table: OpenTable;
  head: TableHead;
  sort: TableOrder["sort"];
  onSort: (sort: TableOrder["sort"]) => void;
  onCell: (text: string) => void;
};

/** The cells in sight. One cell has the focus, a range of them is chosen for copying. */
export function TableGrid({ label, table, head, sort, onSort, onCell }: Props) {
  const t = useTranslations("table");
  const format = useFormatter();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { copy } = useCopy();
  const { rows, state } = table;
  const [range, setRange] = useState<Range>({ anchor: { row: 0, column: 0 }, focus: { row: 0, column: 0 } });
  const [widths, setWidths] = useState<ReadonlyMap<number, number>>(new Map());
  const view = useRowWindow(scroller, { count: state.count, rowPx, headPx });
  // With every drawing: what is in sight may have been forgotten.
  useEffect(() => rows.need(view.from, view.to));

  const columns = Array.from({ length: head.columns }, (_, column) => column);
  const nameOf = (column: number) => head.names[column] ?? t("column", { number: column + 1 });
  const widthOf = (column: number) => widths.get(column) ?? guessedWidth(nameOf(column), sampleOf(table, column));
  const setWidth = (column: number, px: number) =>
    setWidths(new Map(widths).set(column, Math.round(Math.min(1200, Math.max(48, px)))));
  const template = `${numberPx}px ${columns.map((column) => `${widthOf(column)}px`).join(" ")}`;
  const totalPx = columns.reduce((sum, column) => sum + widthOf(column), numberPx);
  const { focus } = range;
  const bounds = boundsOf(range);

  const moveTo = (cell: Range["focus"], isExtending: boolean) => {
    setRange({ anchor: isExtending ? range.anchor : cell, focus: cell });
    view.reveal(cell.row);
    onCell(rows.at(cell.row)?.cells[cell.column] ?? "");
    const before = columns.slice(0, cell.column).reduce((sum, column) => sum + widthOf(column), 0);
    revealColumn(scroller.current, { before, width: widthOf(cell.column) });
  };
  const copyRange = async () => {
    const { fromRow, untilRow, fromColumn, untilColumn } = bounds;
    const until = Math.min(untilRow, fromRow + Math.floor(maxCopied / (untilColumn - fromColumn)));
    const copied = await table.copyRows(fromRow, until);
    copy(clipText(copied.map(({ cells }) => columns.slice(fromColumn, untilColumn).map((at) => cells[at] ?? ""))));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== scroller.current) return;
    const isCtrl = event.ctrlKey || event.metaKey;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const last = { row: state.count - 1, column: head.columns - 1 };
    if (event.altKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const sign = (event.key === "ArrowRight") === isRtl ? -1 : 1;
      setWidth(focus.column, widthOf(focus.column) + sign * widthStepPx);
    } else if (event.altKey) return;
    else if (isCtrl && event.key.toLowerCase() === "c") void copyRange(); // what the thread answers is always there
    else if (isCtrl && event.key.toLowerCase() === "a") setRange({ anchor: { row: 0, column: 0 }, focus: last });
    else {
      const next = cellAfter(
        focus,
        { key: event.key, isCtrl, isRtl },
        { rows: state.count, columns: head.columns, page: view.pageRows },
      );
      if (next === null) return;
      moveTo(next, event.shiftKey);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const cell = cellAt(event.target);
    if (cell !== null && event.button === 0) moveTo(cell, event.shiftKey);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const cell = event.buttons === 1 && event.pointerType === "mouse" ? cellAt(event.target) : null;
    if (cell !== null && (cell.row !== focus.row || cell.column !== focus.column)) moveTo(cell, true);
  };
  const cellId = (row: number, column: number) => `${id}-${row}-${column}`;
  const numbers = Array.from({ length: Math.max(0, view.to - view.from) }, (_, at) => view.from + at);

  return (
    <div
      ref={scroller}
      className={styles["grid"]}
      role="grid"
      tabIndex={0}
      data-autofocus
      aria-label={label}
      aria-rowcount={state.count + 1}
      aria-colcount={head.columns}
      aria-multiselectable
      aria-activedescendant={numbers.includes(focus.row) ? cellId(focus.row, focus.column) : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
    >
      <div className={styles["space"]} role="presentation" style={{ blockSize: view.spacePx, inlineSize: totalPx }}>
        <div className={styles["layer"]} role="presentation" style={{ blockSize: view.layerPx }}>
          <div
            className={styles["head"]}
            role="row"
            aria-rowindex={1}
            style={{ gridTemplateColumns: template, blockSize: headPx }}
          >
            <span role="presentation" />
            {columns.map((column) => (
              <ColumnHead
                key={column}
                name={nameOf(column)}
                direction={sort?.column === column ? (sort.isDown ? "down" : "up") : null}
                onSort={() => onSort(nextSort(sort, column))}
                widthPx={widthOf(column)}
                onWidth={(px) => setWidth(column, px)}
              />
            ))}
          </div>
          {numbers.map((row) => {
            const known = rows.at(row);
            return (
              <div
                key={row}
                role="row"
                aria-rowindex={row + 2}
                className={styles["row"]}
                data-odd={row % 2 === 1 || undefined}
                style={{ gridTemplateColumns: template, blockSize: rowPx, translate: `0 ${view.offsetOf(row)}px` }}
              >
                <span className={styles["number"]} role="rowheader">
                  {known === undefined ? "" : format.number(known.number + 1)}
                </span>
                {columns.map((column) => (
                  <span
                    key={column}
                    id={cellId(row, column)}
                    role="gridcell"
                    className={styles["cell"]}
                    data-cell={`${row} ${column}`}
                    dir="auto"
                    aria-selected={isInside(bounds, row, column)}
                    data-focus={(row === focus.row && column === focus.column) || undefined}
                  >
                    {(known?.cells[column] ?? "").slice(0, 300)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

const isInside = (
  { fromRow, untilRow, fromColumn, untilColumn }: ReturnType<typeof boundsOf>,
  row: number,
  column: number,
) => row >= fromRow && row < untilRow && column >= fromColumn && column < untilColumn;

function cellAt(target: EventTarget): { row: number; column: number } | null {
  const text = target instanceof HTMLElement ? target.dataset["cell"] : undefined;
  if (text === undefined) return null;
  const [row = 0, column = 0] = text.split(" ").map(Number);
  return { row, column };
}

/** Up, down, as in the file. */
function nextSort(sort: TableOrder["sort"], column: number): TableOrder["sort"] {
  if (sort?.column !== column) return { column, isDown: false };
  return sort.isDown ? null : { column, isDown: true };
}

function sampleOf({ rows }: OpenTable, column: number): number {
  const lengths = Array.from({ length: 30 }, (_, row) => (rows.at(row)?.cells[column] ?? "").length);
  return Math.max(...lengths);
}

const guessedWidth = (name: string, longest: number) =>
  Math.min(320, Math.max(72, Math.round(Math.max(name.length + 3, longest) * 7.6 + 24)));

function revealColumn(scroller: HTMLElement | null, { before, width }: { before: number; width: number }): void {
  if (scroller === null) return;
  const sign = getComputedStyle(scroller).direction === "rtl" ? -1 : 1;
  const at = scroller.scrollLeft * sign;
  const room = scroller.clientWidth - numberPx;
  if (before < at) scroller.scrollLeft = before * sign;
  else if (before + width > at + room) scroller.scrollLeft = (before + width - room) * sign;
}
