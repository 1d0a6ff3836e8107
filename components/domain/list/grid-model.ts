import type { FileEntry } from "@/lib/contracts/file";
import type { ColumnName, ViewMode } from "@/components/domain/folder/folder-memory";
import type { Selection } from "./selection";
import type { SortOrder } from "@/components/domain/entry/sort-rows";
import type { VirtualPath } from "@/lib/shared/paths";

/** What the list shows; what happens in it goes out through `ListEvents`. */
export type ListModel = {
  folder: VirtualPath;
  rows: readonly FileEntry[];
  selection: Selection;
  /** Chosen rows among these: the selection also keeps those that the filter hides. */
  chosenCount: number;
  /** Names that were cut: shown faded until they are pasted. */
  cutNames: ReadonlySet<string>;
  /** Names that a share leads to, as far as one may know. */
  sharedNames: ReadonlySet<string>;
  renaming: string | null;
  layout: Layout;
  sort: SortOrder;
  columns: readonly ColumnName[];
  isCompact: boolean;
  nowMs: number;
};

/** How a view is drawn: the list has rows with details or, without them, tiles of a third of the width (spec §2). */
export type Layout = "rows" | "tiles" | "mosaic" | "gallery";

export function layoutOf(view: ViewMode, isDetailed: boolean): Layout {
  if (view === "list") return isDetailed ? "rows" : "tiles";
  return view === "" ? "mosaic" : "gallery";
}

export type RenameEnd = { name: string; newName: string | null };

/** How the cells of a view are laid out; `headerHeight` is what stays above the first row, `padding` what is beside tiles. */
export type GridMetrics = { columns: number; rowHeight: number; headerHeight: number; padding: number };

/** As list-row.module.css has it, in pixels. */
const listHeaderHeight = { desktop: 30, mobile: 44 };
/** As tile.module.css has it. */
const tilePadding = { desktop: 14, mobile: 8 };
export const tileGap = 8;
const widestTile = { tiles: 0, mosaic: 132, gallery: 216 };
const widestTileOnPhones = { tiles: 0, mosaic: 100, gallery: 150 };

type Room = { width: number; isMobile: boolean; isCompact: boolean };

/** Columns and row height of a layout in the width it has. */
export function metricsOf(layout: Layout, { width, isMobile, isCompact }: Room): GridMetrics {
  if (layout === "rows")
    return isMobile
      ? { columns: 1, rowHeight: 48, headerHeight: listHeaderHeight.mobile, padding: 0 }
      : { columns: 1, rowHeight: isCompact ? 28 : 36, headerHeight: listHeaderHeight.desktop, padding: 0 };
  const padding = isMobile ? tilePadding.mobile : tilePadding.desktop;
  const inner = width - 2 * padding + tileGap;
  if (layout === "tiles") {
    const columns = width >= 640 ? 3 : width >= 440 ? 2 : 1;
    return { columns, rowHeight: 64, headerHeight: 0, padding };
  }
  const wanted = (isMobile ? widestTileOnPhones : widestTile)[layout] + tileGap;
  const columns = Math.max(2, Math.floor(inner / wanted));
  const rowHeight = layout === "mosaic" ? 142 : Math.round((inner / columns - tileGap) * 0.72) + 68;
  return { columns, rowHeight, headerHeight: 0, padding };
}

/** Widths of the list's columns in pixels; the name takes what is left. */
const columnPx: Record<ColumnName, number> = { size: 92, mtime: 136, mode: 96 };

/** The list's columns as CSS has them: the mark, the name, what was chosen, and the menu at the end. */
export function rowTemplate(columns: readonly ColumnName[], isMobile: boolean): string {
  if (isMobile) return `26px minmax(0, 1fr) ${columns.length > 0 ? "84px " : ""}44px`;
  const facts = columns.map((column) => `${columnPx[column]}px`).join(" ");
  return `20px minmax(0, 1fr) ${facts} 34px`;
}
