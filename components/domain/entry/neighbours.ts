import { kindOf } from "./kinds";
import type { FileEntry } from "@/lib/contracts/file";
import { isEntryName, type EntryName } from "@/lib/shared/paths";

export type Neighbours = {
  /** From 1; 0 when the entry is not among them. */
  position: number;
  total: number;
  previous: FileEntry | null;
  next: FileEntry | null;
  /** All of them, in the order of the list. */
  shown: readonly FileEntry[];
};

/** Whether previous and next stop at the entry: pictures, films, sound, PDF and other documents, as spec §4 shows them in one overlay. */
export function isPreviewable(entry: FileEntry): boolean {
  const kind = kindOf(entry);
  return ["image", "video", "audio", "pdf", "document"].includes(kind);
}

/** Where the entry stands among the previewable ones, in the order of the list, and who is beside it. */
export function neighboursOf(entries: readonly FileEntry[], name: string): Neighbours {
  const shown = entries.filter(isPreviewable);
  const index = shown.findIndex((entry) => entry.name === name);
  if (index < 0) return { position: 0, total: shown.length, previous: null, next: null, shown };
  return {
    position: index + 1,
    total: shown.length,
    previous: shown[index - 1] ?? null,
    next: shown[index + 1] ?? null,
    shown,
  };
}

/** A neighbour's name as the page wants it; listed names are valid. */
export function nameOfEntry(entry: FileEntry | null): EntryName | null {
  return entry !== null && isEntryName(entry.name) ? entry.name : null;
}
