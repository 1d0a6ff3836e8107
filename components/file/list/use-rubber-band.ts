"use client";

import { useEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from "react";
import { pickedRows } from "@/components/domain/list/selection";
import type { ListModel } from "@/components/domain/list/grid-model";
import type { ListEvents } from "@/components/domain/list/list-events";
import { bandBetween, scrollSpeed, type Band } from "./rubber-band";

type Point = { x: number; y: number };
type Drag = {
  /** In the content, so that it stays where it was when the list scrolls. */
  from: Point;
  /** In the window. */
  pointer: Point;
  /** Names that stay chosen, with Ctrl or Shift. */
  kept: readonly string[];
  isBegun: boolean;
  frame: number;
  /** Of the last frame. */
  atMs: number | null;
  /** What is chosen by the band now, so that it is only reported when it changed. */
  reported: string;
};

type Options = {
  model: ListModel;
  events: ListEvents;
  /** The indexes of the entries that the band touches. */
  find: (band: Band, room: { width: number; isRtl: boolean }) => number[];
};

const slipPx = 5;
const longestFrameMs = 50;

/** Dragging over the empty space of the list chooses what the frame touches. With a mouse; a finger scrolls. */
export function useRubberBand(grid: RefObject<HTMLElement | null>, { model, events, find }: Options) {
  const frame = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | null>(null);
  const wasBand = useRef(false);

  const draw = (current: Drag, node: HTMLElement) => {
    const box = node.getBoundingClientRect();
    const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));
    const to = {
      x: clamp(current.pointer.x - box.left - node.clientLeft, node.clientWidth),
      y: clamp(current.pointer.y - box.top + node.scrollTop, node.scrollHeight),
    };
    const band = bandBetween(current.from, to);
    const style = frame.current?.style;
    if (style !== undefined) {
      style.transform = `translate(${band.left}px, ${band.top}px)`;
      style.width = `${band.right - band.left}px`;
      style.height = `${band.bottom - band.top}px`;
    }
    const isRtl = document.documentElement.dir === "rtl";
    const touched = find(band, { width: node.clientWidth, isRtl });
    const reported = `${touched[0]} ${touched.at(-1)} ${touched.length}`;
    if (reported === current.reported) return;
    current.reported = reported;
    const names = touched.map((index) => model.rows[index]?.name).filter((name) => name !== undefined);
    events.select({ type: "set", names: [...current.kept, ...names], focus: names.at(-1) ?? model.selection.focus });
  };

  // Moved by the pointer or, at an edge, by the list under it: one drawing per frame.
  const step = (atMs: number) => {
    const [current, node] = [drag.current, grid.current];
    if (current === null || node === null) return;
    const box = node.getBoundingClientRect();
    const elapsedMs = Math.min(longestFrameMs, atMs - (current.atMs ?? atMs));
    current.atMs = atMs;
    node.scrollTop += (scrollSpeed(current.pointer.y - box.top, box.height) * elapsedMs) / 1000;
    draw(current, node);
    current.frame = requestAnimationFrame((nextMs) => latestStep.current(nextMs));
  };
  const latestStep = useRef(step);
  useEffect(() => {
    latestStep.current = step;
  });

  const end = () => {
    if (drag.current !== null) cancelAnimationFrame(drag.current.frame);
    wasBand.current = drag.current?.isBegun ?? false;
    drag.current = null;
    if (frame.current !== null) frame.current.hidden = true;
  };
  useEffect(
    () => () => {
      if (drag.current !== null) cancelAnimationFrame(drag.current.frame);
    },
    [],
  );

  const onPointerDown = (event: PointerEvent) => {
    wasBand.current = false;
    const { target, pointerType, button, clientX, clientY } = event;
    const node = grid.current;
    if (node === null || pointerType !== "mouse" || button !== 0 || model.rows.length === 0 || model.renaming !== null)
      return;
    if (!(target instanceof Element) || target.closest("[data-index], [role=columnheader]") !== null) return;
    const box = node.getBoundingClientRect();
    const x = clientX - box.left - node.clientLeft;
    // Beside the content is the scroll bar.
    if (x < 0 || x >= node.clientWidth) return;
    const isAdding = event.ctrlKey || event.metaKey || event.shiftKey;
    drag.current = {
      from: { x, y: clientY - box.top + node.scrollTop },
      pointer: { x: clientX, y: clientY },
      kept: isAdding ? pickedRows(model.selection.picked, model.rows).map(({ name }) => name) : [],
      isBegun: false,
      frame: 0,
      atMs: null,
      reported: "",
    };
  };

  const onPointerMove = ({ clientX, clientY, pointerId }: PointerEvent) => {
    const [current, node] = [drag.current, grid.current];
    if (current === null || node === null) return;
    const { pointer } = current;
    if (!current.isBegun && Math.hypot(clientX - pointer.x, clientY - pointer.y) < slipPx) return;
    current.pointer = { x: clientX, y: clientY };
    if (current.isBegun) return;
    current.isBegun = true;
    node.setPointerCapture(pointerId);
    if (frame.current !== null) frame.current.hidden = false;
    current.frame = requestAnimationFrame((atMs) => latestStep.current(atMs));
  };

  return {
    frame,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: () => {
        // A quick drag may end before its first frame.
        if (drag.current?.isBegun === true && grid.current !== null) draw(drag.current, grid.current);
        end();
      },
      onPointerCancel: end,
      // The click at the end would clear what was just chosen.
      onClickCapture: (event: MouseEvent) => {
        if (wasBand.current) event.stopPropagation();
        wasBand.current = false;
      },
    },
  };
}
