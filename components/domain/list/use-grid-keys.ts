"use client";

import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { actionForKey, useEntryActions } from "@/components/domain/action/entry-action";
import { rowForTyping, typedText, type TypeAhead } from "./row-keys";
import type { ListModel } from "./grid-model";
import type { ListEvents, PageCommand } from "./list-events";
import { isForList, isForText } from "./whose-key";

type Options = {
  model: ListModel;
  events: ListEvents;
  /** Where the keyboard is; -1: nowhere yet. */
  index: number;
  /** The row that a key leads to; null when it moves nothing. */
  cellAfter: (key: string, isRtl: boolean) => number | null;
  singleKeys: boolean;
  /** The row is to come into view and to have the focus. */
  onMoved: (index: number) => void;
};

function commandFor(event: KeyboardEvent, singleKeys: boolean): PageCommand | null {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (altKey && key === "ArrowUp") return "up";
  // The browser's own search would see only the rows on the screen.
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "f") return "filter";
  if (altKey || ctrlKey || metaKey) return null;
  if (key === "Backspace") return "up";
  if (key === "Escape") return "escape";
  if (singleKeys && key === "/") return "search";
  if (singleKeys && key === "?") return "help";
  return null;
}

/** The keyboard of the file page (docs: keys). Listens on the document, so that it works before anything has the focus. */
export function useGridKeys({ model, events, index, cellAfter, singleKeys, onMoved }: Options): void {
  const actions = useEntryActions();
  const typed = useRef<TypeAhead>({ text: "", atMs: 0 });

  const moveTo = (next: number, event: KeyboardEvent) => {
    const name = model.rows[next]?.name;
    if (name === undefined) return;
    const isModified = event.ctrlKey || event.metaKey;
    if (event.shiftKey) events.select({ type: "range", name, rows: model.rows, add: isModified });
    else if (isModified) events.select({ type: "focus", name });
    else events.select({ type: "only", name });
    onMoved(next);
  };

  const onGridKey = (event: KeyboardEvent): boolean => {
    const { rows } = model;
    const { key, shiftKey, altKey } = event;
    const isModified = event.ctrlKey || event.metaKey;
    if (altKey) return false;
    const isRtl = document.documentElement.dir === "rtl";
    const next = cellAfter(key, isRtl);
    if (next !== null) {
      moveTo(next, event);
      return true;
    }
    const isTyping = event.timeStamp - typed.current.atMs < 700 && typed.current.text !== "";
    if (key === " " && !isTyping) {
      const name = rows[index]?.name;
      if (name !== undefined && (isModified || shiftKey)) events.select({ type: "toggle", name });
      else events.run("quickLook");
      return true;
    }
    if (key.length !== 1 || isModified || !singleKeys) return false;
    typed.current = typedText(typed.current, key, event.timeStamp);
    const found = rowForTyping(rows, index, typed.current.text);
    if (found !== null) moveTo(found, event);
    return true;
  };

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!isForList(event) || isForText(event)) return;
    const command = commandFor(event, singleKeys);
    const action = actionForKey(actions, {
      key: event.key,
      ctrl: event.ctrlKey || event.metaKey,
      shift: event.shiftKey,
      alt: event.altKey,
    });
    if (command !== null) events.run(command);
    else if (action !== null) events.run(action);
    else if (!onGridKey(event)) return;
    event.preventDefault();
  });

  // With the screen, not after it: a key must not reach the rows that were shown before.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}
