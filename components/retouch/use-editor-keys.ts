"use client";

import { tools, type Tool } from "./tool-rail";

type Acts = {
  undo: () => void;
  redo: () => void;
  save: () => void;
  /** 0: as large as fits. */
  zoom: (by: number) => void;
  choose: (tool: Tool) => void;
};

/** Fields undo their own typing. */
const typing = "textarea, input:not([type=range])";

/** Keys of the whole editor. */
export function useEditorKeys({ undo, redo, save, zoom, choose }: Acts): (event: KeyboardEvent) => void {
  return (event) => {
    const { key, shiftKey, altKey, target } = event;
    if (altKey || (target instanceof Element && target.matches(typing) && key.toLowerCase() !== "s")) return;
    const withCtrl: Record<string, () => void> = { z: shiftKey ? redo : undo, y: redo, s: save };
    const digit = tools[Number(key) - 1];
    const plain: Record<string, () => void> = {
      "+": () => zoom(1.25),
      "=": () => zoom(1.25),
      "-": () => zoom(0.8),
      "0": () => zoom(0),
      ...(digit === undefined ? {} : { [key]: () => choose(digit) }),
    };
    const act = (event.ctrlKey || event.metaKey ? withCtrl : plain)[key.toLowerCase()];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
}
