import type { DragEvent, ReactNode } from "react";
import type { ListModel } from "@/components/domain/list/grid-model";
import type { ListEvents } from "@/components/domain/list/list-events";
import type { FileEntry } from "@/lib/contracts/file";
import type { GridStart } from "./use-grid-scroll";

/** What every way to show a folder gets. */
export type GridProps = {
  model: ListModel;
  events: ListEvents;
  start: GridStart;
  filter: string;
  /** All rows of the folder, those included that are not shown at the moment. */
  unfiltered: readonly FileEntry[];
  /** Something is opened above it. */
  isCovered: boolean;
  singleKeys: boolean;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
  /** Told of the rows in the order in which they are shown, where it is another than the model's. */
  onOrder: (rows: readonly FileEntry[]) => void;
  /** Only these names are to be shown, chosen and worked with; null: whatever the filter lets through. */
  onOnly: (names: ReadonlySet<string> | null) => void;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
};
