"use client";

import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from "react";
import type { ImageEvent, Point } from "./image-view";

type Finger = Point;

/** Wheel, drag and pinch on the stage become events of the view. */
export function useImageGestures(stage: RefObject<HTMLDivElement | null>, dispatch: (event: ImageEvent) => void) {
  const pointers = useRef(new Map<number, Finger>());

  const fromCentre = ({ x, y }: Point): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box === undefined ? { x: 0, y: 0 } : { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 };
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
    // Trackpads send a pinch as small steps with Ctrl.
    const factor = Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.002));
    dispatch({ type: "zoom", factor, at: fromCentre({ x: event.clientX, y: event.clientY }) });
  });

  useEffect(() => {
    const node = stage.current;
    if (node === null) return undefined;
    const listen = (event: WheelEvent) => onWheel(event);
    // React's wheel listeners are passive and could not keep the page from zooming.
    node.addEventListener("wheel", listen, { passive: false });
    return () => node.removeEventListener("wheel", listen);
  }, [stage]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const before = pointers.current.get(event.pointerId);
    if (before === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (other === undefined) {
      dispatch({ type: "pan", by: { x: now.x - before.x, y: now.y - before.y } });
      return;
    }
    const distance = (finger: Point) => Math.hypot(finger.x - other.x, finger.y - other.y);
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    dispatch({ type: "zoom", factor: distance(now) / Math.max(1, distance(before)), at: fromCentre(middle) });
    dispatch({ type: "pan", by: { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 } });
  };

  const onPointerEnd = (event: PointerEvent<HTMLDivElement>) => {
    pointers.current.delete(event.pointerId);
  };

  return { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd };
}
