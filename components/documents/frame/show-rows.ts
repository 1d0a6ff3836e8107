import { make } from "./make-element";

type Cell = { text: string; isNumber: boolean };

const rowHeight = 28;
/** Browsers end at some 16 million pixels. */
const spare = 20;
const charWidth = 8;
const [minWidth, maxWidth] = [64, 320];
/** Columns are as wide as what stands in so many rows. */
const measuredRows = 200;

/** A table of which only the rows in sight are drawn, with the numbers and letters by which sheets call them. Gives what ends it. */
export function showRows(scroller: HTMLElement, rows: readonly (readonly Cell[])[]): () => void {
  const widths = widthsOf(rows);
  const total = 64 + widths.reduce((sum, width) => sum + width, 0);
  const sheet = make("div", { className: "sheet", role: "table" });
  sheet.setAttribute("aria-rowcount", String(rows.length));
  sheet.style.blockSize = `${(rows.length + 1) * rowHeight}px`;
  sheet.style.minInlineSize = `${total}px`;
  const top = make("div", { className: "row top", role: "row" }, [
    make("div", { className: "cell head", role: "columnheader" }),
    ...widths.map((width, index) =>
      sized(make("div", { className: "cell", role: "columnheader", textContent: letters(index) }), width),
    ),
  ]);
  const drawn = new Map<number, HTMLElement>();
  const draw = () => {
    const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - spare);
    const last = Math.min(rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + spare);
    for (const [index, row] of drawn)
      if (index < first || index >= last) {
        row.remove();
        drawn.delete(index);
      }
    for (let index = first; index < last; index++) {
      const cells = rows[index];
      if (cells === undefined || drawn.has(index)) continue;
      const row = rowOf(index, cells, widths);
      drawn.set(index, row);
      sheet.append(row);
    }
  };
  sheet.append(top);
  scroller.replaceChildren(sheet);
  scroller.scrollTo(0, 0);
  scroller.addEventListener("scroll", draw);
  const observer = new ResizeObserver(draw);
  observer.observe(scroller);
  draw();
  return () => {
    scroller.removeEventListener("scroll", draw);
    observer.disconnect();
  };
}

function rowOf(index: number, cells: readonly Cell[], widths: readonly number[]): HTMLElement {
  const row = make("div", { className: "row", role: "row" }, [
    make("div", { className: "cell head", role: "rowheader", textContent: String(index + 1) }),
    ...widths.map((width, at) => {
      const { text, isNumber } = cells[at] ?? { text: "", isNumber: false };
      const cell = make("div", {
        className: isNumber ? "cell number" : "cell",
        role: "cell",
        textContent: text,
        dir: "auto",
      });
      if (text.length * charWidth > width) cell.title = text;
      return sized(cell, width);
    }),
  ]);
  row.setAttribute("aria-rowindex", String(index + 1));
  row.style.insetBlockStart = `${(index + 1) * rowHeight}px`;
  return row;
}

function sized(cell: HTMLElement, width: number): HTMLElement {
  cell.style.inlineSize = `${width}px`;
  return cell;
}

function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = [];
  for (const [index, row] of rows.entries())
    for (const [at, { text }] of row.entries()) {
      const wanted = index < measuredRows ? text.length * charWidth + 18 : minWidth;
      widths[at] = Math.min(maxWidth, Math.max(widths[at] ?? minWidth, wanted));
    }
  return Array.from(widths, (width) => width ?? minWidth);
}

/** A, B, … Z, AA: as sheets count columns. */
function letters(index: number): string {
  return index < 0 ? "" : letters(Math.floor(index / 26) - 1) + String.fromCodePoint(65 + (index % 26));
}
