import type { EntryName, VirtualPath } from "@/lib/shared/paths";

/** Says that a drag is one of ours; the entries stay in memory, however many they are. */
export const dragType = "application/x-filedeck-entries";

type Dragged = { from: VirtualPath; names: readonly EntryName[] };
let current: Dragged | null = null;

/** The entries that are dragged now in this tab. */
export const draggedEntries = {
  get: (): Dragged | null => current,
  set: (dragged: Dragged | null): void => {
    current = dragged;
  },
};

/** What is dragged: entries of this tab, or files of the computer; null for anything else. */
export function kindOfDrag(dataTransfer: DataTransfer | null): "entries" | "files" | null {
  if (dataTransfer === null) return null;
  if (current !== null && dataTransfer.types.includes(dragType)) return "entries";
  return dataTransfer.types.includes("Files") ? "files" : null;
}

let over: HTMLElement | null = null;

/** Marks where the drag would be let go; in the document and not in state: dragging over a hundred rows redraws none. */
export function markOver(element: HTMLElement | null): void {
  if (over === element) return;
  delete over?.dataset["over"];
  over = element;
  if (element !== null) element.dataset["over"] = "";
}
