import { imageEditLimits, type ImageEdit } from "./image-edits";

/** The edits that were made, and how many of them count: those after it were undone. */
export type EditHistory = { edits: readonly ImageEdit[]; count: number };

export const noHistory: EditHistory = { edits: [], count: 0 };

export type HistoryEvent =
  /** `goesOn`: part of the same drag as the last one, which it replaces where it is about the same thing. */
  { type: "add"; edit: ImageEdit; goesOn?: boolean } | { type: "undo" } | { type: "redo" } | { type: "reset" };

/** What is done is kept until something else is done instead. */
export function reduceHistory(history: EditHistory, event: HistoryEvent): EditHistory {
  const { edits, count } = history;
  switch (event.type) {
    case "undo":
      return { edits, count: Math.max(0, count - 1) };
    case "redo":
      return { edits, count: Math.min(edits.length, count + 1) };
    case "reset":
      return noHistory;
    default: {
      const done = edits.slice(0, count);
      const last = done.at(-1);
      const replaces = event.goesOn === true && last !== undefined && aboutOf(last) === aboutOf(event.edit);
      const kept = replaces ? done.slice(0, -1) : done;
      if (kept.length >= imageEditLimits.edits) return history;
      return { edits: [...kept, event.edit], count: kept.length + 1 };
    }
  }
}

export function doneEdits({ edits, count }: EditHistory): readonly ImageEdit[] {
  return edits.slice(0, count);
}

function aboutOf(edit: ImageEdit): string {
  if (edit.kind === "tone") return `tone ${edit.name}`;
  return edit.kind === "setMark" ? `mark ${edit.index}` : edit.kind;
}
