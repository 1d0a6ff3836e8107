import { createStore } from "@/lib/shared/store";

/** Something that this tab did and the server can undo, under the id of its task or rename. */
export type UndoItem = { id: string; name: string; count: number };

const storageKey = "filedeck.undo";
/** As many as the server keeps of a session. */
const maxItems = 50;

function isItem(value: unknown): value is UndoItem {
  if (typeof value !== "object" || value === null || !("id" in value && "name" in value && "count" in value))
    return false;
  return typeof value.id === "string" && typeof value.name === "string" && typeof value.count === "number";
}

/** What was kept of the tab's life before a reload; anything else in the storage counts for nothing. */
export function parseUndoItems(text: string | null): readonly UndoItem[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(isItem).slice(-maxItems) : [];
  } catch {
    return [];
  }
}

/** Newest last. */
export const undoStack = createStore<readonly UndoItem[]>([]);
let isLoaded = false;

/** Reads what this tab did before a reload. Call it in the browser, once is enough. */
export function loadUndoStack(): void {
  if (isLoaded) return;
  isLoaded = true;
  undoStack.set(parseUndoItems(sessionStorage.getItem(storageKey)));
  undoStack.subscribe(() => sessionStorage.setItem(storageKey, JSON.stringify(undoStack.get())));
}

export function pushUndo(item: UndoItem): void {
  loadUndoStack();
  undoStack.set((items) => [...items.filter(({ id }) => id !== item.id), item].slice(-maxItems));
}

export function dropUndo(id: string): void {
  undoStack.set((items) => items.filter((item) => item.id !== id));
}
