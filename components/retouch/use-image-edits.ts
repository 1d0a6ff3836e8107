"use client";

import { useMemo, useReducer } from "react";
import { doneEdits, noHistory, reduceHistory } from "@/lib/shared/image/edit-history";
import { recipeOf, type ImageEdit, type PictureSize } from "@/lib/shared/image/image-edits";

export type ImageEdits = ReturnType<typeof useImageEdits>;

/** The edits of one picture, what they come to, and the way back. */
export function useImageEdits(source: PictureSize) {
  const [history, dispatch] = useReducer(reduceHistory, noHistory);
  const { width, height } = source;
  const recipe = useMemo(() => recipeOf(doneEdits(history), { width, height }), [history, width, height]);
  return {
    source,
    recipe,
    edits: doneEdits(history),
    canUndo: history.count > 0,
    canRedo: history.count < history.edits.length,
    /** Of a drag's many values the last one is kept. */
    add: (edit: ImageEdit, goesOn = false) => dispatch({ type: "add", edit, goesOn }),
    undo: () => dispatch({ type: "undo" }),
    redo: () => dispatch({ type: "redo" }),
    reset: () => dispatch({ type: "reset" }),
  };
}
