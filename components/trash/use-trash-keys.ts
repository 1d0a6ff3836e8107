"use client";

import { useEffectEvent, useLayoutEffect, useRef, type Dispatch, type RefObject } from "react";
import { isForList } from "@/components/domain/list/whose-key";
import { cellAfterKey } from "@/components/domain/list/row-keys";
import type { Selection, SelectionAction } from "@/components/domain/list/selection";
import type { TrashRowModel } from "./trash-row";
import type { TrashCommands } from "./use-trash-commands";

type Options = {
  grid: RefObject<HTMLElement | null>;
  rows: readonly TrashRowModel[];
  /** Which row the keyboard is on; -1: none. */
  focused: number;
  selection: Selection;
  dispatch: Dispatch<SelectionAction>;
  commands: TrashCommands;
  scrollTo: (index: number) => void;
};

const rowsPerPage = 15;

/** The keyboard of the trash: as in a folder; Enter restores, Del deletes for good. */
export function useTrashKeys({ grid, rows, focused, selection, dispatch, commands, scrollTo }: Options): void {
  /** The focus follows a key once the row is drawn. */
  const isLed = useRef(false);

  const move = (event: KeyboardEvent, isModified: boolean): boolean => {
    const next = cellAfterKey(event.key, {
      index: focused,
      count: rows.length,
      columns: 1,
      page: rowsPerPage,
      isRtl: false,
    });
    const name = next === null ? undefined : rows[next]?.id;
    if (name === undefined) return false;
    if (event.shiftKey) dispatch({ type: "range", name, rows, add: isModified });
    else dispatch(isModified ? { type: "focus", name } : { type: "only", name });
    isLed.current = true;
    return true;
  };

  const onKey = (event: KeyboardEvent): boolean => {
    const { key } = event;
    const isModified = event.ctrlKey || event.metaKey;
    const letter = isModified && !event.shiftKey ? key.toLowerCase() : "";
    if (letter === "z") commands.undo();
    else if (letter === "a") dispatch({ type: "all" });
    else if (key === "Escape") dispatch({ type: "none" });
    else if (key === "Delete") commands.purge();
    else if (key === "Enter") commands.restore();
    else if (key === " " && selection.focus !== null) dispatch({ type: "toggle", name: selection.focus });
    else return move(event, isModified);
    return true;
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || !isForList(event)) return;
    if (onKey(event)) event.preventDefault();
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  useLayoutEffect(() => {
    const row = isLed.current ? grid.current?.querySelector<HTMLElement>(`[data-index="${focused}"]`) : null;
    if (row === null || row === undefined) return;
    isLed.current = false;
    row.focus({ preventScroll: true });
    scrollTo(focused);
  });
}
