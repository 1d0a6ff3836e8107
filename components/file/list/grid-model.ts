import type { FileEntry } from "@/lib/contracts/file";
import type { ColumnName, ViewMode } from "@/components/file/page/folder-memory";
import type { Selection } from "@/components/file/rows/selection";
import type { SortOrder } from "@/components/file/rows/sort-rows";
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
  renaming: string | null;
  view: ViewMode;
  sort: SortOrder;
  columns: readonly ColumnName[];
  isCompact: boolean;
  nowMs: number;
};

export type RenameEnd = { name: string; newName: string | null };

/** How the cells of a view are laid out; `headerHeight` is what stays above the first row, `padding` what is beside tiles. */
export type GridMetrics = { columns: number; rowHeight: number; headerHeight: number; padding: number };

/** As list-row.module.css has it. */
const listHeaderHeight = { desktop: 30, mobile: 44 };
/** As tile.module.css has it. */
const tilePadding = { desktop: 14, mobile: 8 };

/** Columns and row height of a view in the width it has. Tiles of the mosaic take a third of 960 pixels (spec §2). */
export function metricsOf(
  view: ViewMode,
  { width, isMobile, isCompact }: { width: number; isMobile: boolean; isCompact: boolean },
): GridMetrics {
  if (view === "list")
    return isMobile
      ? { columns: 1, rowHeight: 48, headerHeight: listHeaderHeight.mobile, padding: 0 }
      : { columns: 1, rowHeight: isCompact ? 28 : 36, headerHeight: listHeaderHeight.desktop, padding: 0 };
  const wanted = view === "gallery" ? (isMobile ? 150 : 190) : 300;
  const columns = Math.max(view === "gallery" ? 2 : 1, Math.floor(width / wanted));
  const rowHeight = view === "gallery" ? Math.round(Math.min(width / columns, 260) * 0.8) + 46 : 64;
  return { columns, rowHeight, headerHeight: 0, padding: isMobile ? tilePadding.mobile : tilePadding.desktop };
}
