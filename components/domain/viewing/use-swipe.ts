"use client";

import { useRef, type PointerEvent } from "react";

type Options = { isOn: boolean; onSwipe: (side: "left" | "right") => void };
type Start = { id: number; x: number; y: number; atMs: number };

const minDistance = 60;
const maxMs = 600;

/** Whether a movement of a finger is a swipe, and where it went. A slow or steep one is not. */
export function swipeOf({ dx, dy, tookMs }: { dx: number; dy: number; tookMs: number }): "left" | "right" | null {
  if (tookMs > maxMs || Math.abs(dx) < minDistance || Math.abs(dx) < 1.5 * Math.abs(dy)) return null;
  return dx < 0 ? "left" : "right";
}

/** One finger across the stage. Properties for the element. */
export function useSwipe({ isOn, onSwipe }: Options) {
  const start = useRef<Start | null>(null);
  const fingers = useRef(new Set<number>());
  const onEnd = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const begun = start.current;
    if (begun === null || begun.id !== event.pointerId) return;
    start.current = null;
    if (!isOn || event.type !== "pointerup") return;
    const side = swipeOf({
      dx: event.clientX - begun.x,
      dy: event.clientY - begun.y,
      tookMs: event.timeStamp - begun.atMs,
    });
    if (side !== null) onSwipe(side);
  };
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      if (event.pointerType !== "touch") return;
      fingers.current.add(event.pointerId);
      // A second finger makes it a pinch.
      start.current =
        fingers.current.size > 1
          ? null
          : { id: event.pointerId, x: event.clientX, y: event.clientY, atMs: event.timeStamp };
    },
    onPointerUpCapture: onEnd,
    onPointerCancelCapture: onEnd,
  };
}
