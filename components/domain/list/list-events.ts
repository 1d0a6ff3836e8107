import type { FileEntry } from "@/lib/contracts/file";
import type { FileActionId } from "@/components/domain/action/file-actions";
import type { SelectionAction } from "./selection";
import type { SortOrder } from "@/components/domain/entry/sort-rows";
import type { RenameEnd } from "./grid-model";

/** Keys that mean something for the page and not for single entries. */
export type PageCommand = "up" | "filter" | "search" | "help" | "escape" | "quickLook";

export type ListEvents = {
  select: (action: SelectionAction) => void;
  /** `line`: of a text's found lines the one that was clicked. */
  open: (entry: FileEntry, line?: number) => void;
  /** A menu for an entry and those chosen with it, or for the folder. */
  menu: (entry: FileEntry | null, at: { x: number; y: number }) => void;
  sort: (sort: SortOrder) => void;
  renameEnd: (end: RenameEnd) => void;
  run: (id: FileActionId | PageCommand) => void;
  scroll: (offset: number) => void;
};
