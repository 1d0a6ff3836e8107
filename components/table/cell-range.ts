export type Cell = { row: number; column: number };
export type Range = { anchor: Cell; focus: Cell };

type Size = { rows: number; columns: number; page: number };
type Press = { key: string; isCtrl: boolean; isRtl: boolean };

const steps: Record<string, (cell: Cell, size: Size) => Cell> = {
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  PageUp: ({ row, column }, { page }) => ({ row: row - page, column }),
  PageDown: ({ row, column }, { page }) => ({ row: row + page, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, { columns }) => ({ row, column: columns - 1 }),
};
const mirrored: Record<string, string> = { ArrowLeft: "ArrowRight", ArrowRight: "ArrowLeft" };

/** Where a key leads from a cell; null: it leads nowhere. Ctrl goes to the first or last row. */
export function cellAfter(cell: Cell, { key, isCtrl, isRtl }: Press, size: Size): Cell | null {
  const meant = isRtl ? (mirrored[key] ?? key) : key;
  const step = steps[meant];
  if (step === undefined) return null;
  const next = step(cell, size);
  const jump = isCtrl ? { Home: 0, ArrowUp: 0, End: size.rows - 1, ArrowDown: size.rows - 1 }[meant] : undefined;
  return {
    row: clamp(jump ?? next.row, size.rows),
    column: clamp(isCtrl && meant === "End" ? size.columns - 1 : next.column, size.columns),
  };
}

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** The corners of a range in their order, the last ones excluded. */
export function boundsOf({ anchor, focus }: Range) {
  return {
    fromRow: Math.min(anchor.row, focus.row),
    untilRow: Math.max(anchor.row, focus.row) + 1,
    fromColumn: Math.min(anchor.column, focus.column),
    untilColumn: Math.max(anchor.column, focus.column) + 1,
  };
}

/** As spreadsheets take it: tabs between cells; cells with tabs, line breaks or quotation marks in quotation marks. */
export function clipText(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((cells) => cells.map(quoted).join("\t")).join("\n");
}
