import type { FileEntry } from "@/lib/contracts/file";
import type { EntryActionId } from "@/components/domain/action/entry-action";
import type { SelectionAction } from "./selection";
import type { SortOrder } from "@/components/domain/entry/sort-rows";
import type { RenameEnd } from "./grid-model";

/** Keys that mean something for the page and not for single entries. */
const pageCommands = ["up", "filter", "search", "help", "escape", "quickLook"] as const;
export type PageCommand = (typeof pageCommands)[number];

export function isPageCommand(id: string): id is PageCommand {
  return pageCommands.some((command) => command === id);
}

export type ListEvents = {
  select: (action: SelectionAction) => void;
  /** `line`: of a text's found lines the one that was clicked. */
  open: (entry: FileEntry, line?: number) => void;
  /** In a tab of its own. */
  openInTab: (entry: FileEntry, isInBackground: boolean) => void;
  /** A menu for an entry and those chosen with it, or for the folder. */
  menu: (entry: FileEntry | null, at: { x: number; y: number }) => void;
  sort: (sort: SortOrder) => void;
  renameEnd: (end: RenameEnd) => void;
  run: (id: EntryActionId | PageCommand) => void;
  scroll: (offset: number) => void;
};
