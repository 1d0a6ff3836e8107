"use client";

import { useRef, type MouseEvent, type PointerEvent } from "react";
import { isPicked } from "./selection";
import type { ListModel } from "./grid-model";
import type { ListEvents } from "./list-events";

const longPressMs = 450;
const slipPx = 10;

function rowAt(target: EventTarget, rows: ListModel["rows"]) {
  const element = target instanceof Element ? target : null;
  const index = element?.closest<HTMLElement>("[data-index]")?.dataset["index"];
  const entry = index === undefined ? undefined : rows[Number(index)];
  const line = element?.closest<HTMLElement>("[data-line]")?.dataset["line"];
  return {
    entry,
    part: element?.closest<HTMLElement>("[data-part]")?.dataset["part"],
    line: line === undefined ? undefined : Number(line),
  };
}

/** Clicks in the grid, for all rows in one place. On touch a tap opens and a long press selects. */
export function useGridPointer({ rows, selection, chosenCount, renaming }: ListModel, events: ListEvents) {
  const isTouch = useRef(false);
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLongPress = useRef(false);

  const endPress = () => {
    clearTimeout(press.current?.timer);
    press.current = null;
  };

  const onPointerDown = (event: PointerEvent) => {
    isTouch.current = event.pointerType === "touch";
    wasLongPress.current = false;
    if (!isTouch.current) return;
    const { entry } = rowAt(event.target, rows);
    if (entry === undefined) return;
    const timer = setTimeout(() => {
      wasLongPress.current = true;
      navigator.vibrate?.(10);
      events.select({ type: "toggle", name: entry.name });
    }, longPressMs);
    press.current = { timer, x: event.clientX, y: event.clientY };
  };

  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (press.current !== null && Math.hypot(clientX - press.current.x, clientY - press.current.y) > slipPx) endPress();
  };

  const onClick = (event: MouseEvent) => {
    if (wasLongPress.current) {
      wasLongPress.current = false;
      return;
    }
    const { entry, part, line } = rowAt(event.target, rows);
    const isModified = event.ctrlKey || event.metaKey;
    if (entry === undefined) {
      const isHeader = event.target instanceof Element && event.target.closest("[role=columnheader]") !== null;
      if (!isHeader && renaming === null) events.select({ type: "none" });
      return;
    }
    const { name } = entry;
    if (part === "menu") {
      if (!isPicked(selection.picked, name)) events.select({ type: "only", name });
      const { left, bottom } = (event.target as Element).closest("button")?.getBoundingClientRect() ?? {
        left: 0,
        bottom: 0,
      }; // rowAt found it
      events.menu(entry, { x: left, y: bottom });
    } else if (event.shiftKey) events.select({ type: "range", name, rows, add: isModified });
    else if (part === "check" || isModified) events.select({ type: "toggle", name });
    else if (!isTouch.current) events.select({ type: "only", name });
    else if (chosenCount > 0) events.select({ type: "toggle", name });
    else events.open(entry, line);
  };

  const onDoubleClick = (event: MouseEvent) => {
    const { entry, part, line } = rowAt(event.target, rows);
    // The mark and the menu have a meaning of their own; a small picture is a part that has none.
    if (entry !== undefined && part !== "check" && part !== "menu" && !isTouch.current) events.open(entry, line);
  };

  /** The middle button; when it goes down the browser would begin to scroll. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.button === 1 && rowAt(event.target, rows).entry !== undefined) event.preventDefault();
  };

  const onAuxClick = (event: MouseEvent) => {
    const { entry } = rowAt(event.target, rows);
    if (event.button !== 1 || entry === undefined) return;
    event.preventDefault();
    events.openInTab(entry, !event.shiftKey);
  };

  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    // A long press has selected already.
    if (isTouch.current) return;
    const { entry } = rowAt(event.target, rows);
    if (entry !== undefined && !isPicked(selection.picked, entry.name))
      events.select({ type: "only", name: entry.name });
    events.menu(entry ?? null, { x: event.clientX, y: event.clientY });
  };

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: endPress,
    onPointerCancel: endPress,
    onClick,
    onDoubleClick,
    onMouseDown,
    onAuxClick,
    onContextMenu,
  };
}
