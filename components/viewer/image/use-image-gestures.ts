"use client";

import {
  useEffect,
  useEffectEvent,
  useRef,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from "react";
import type { ImageEvent, Point } from "./image-view";

type Finger = Point;

const twiceMs = 300;
const nearPx = 24;

/** Wheel, drag and pinch on the stage become events of the view. */
export function useImageGestures(
  stage: RefObject<HTMLDivElement | null>,
  dispatch: (event: ImageEvent) => void,
  /** A double click or a double tap, from the stage's centre. */
  onTwice: (at: Point) => void,
) {
  const lastTap = useRef<{ x: number; y: number; atMs: number } | null>(null);
  const pressed = useRef<Point | null>(null);
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

  const onPointerDown = (event: ReactPointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    pressed.current = pointers.current.size > 1 ? null : { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  };

  const onPointerMove = (event: ReactPointerEvent<HTMLDivElement>) => {
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

  const onPointerEnd = (event: ReactPointerEvent<HTMLDivElement>) => {
    pointers.current.delete(event.pointerId);
    const [begun, { clientX: x, clientY: y, timeStamp: atMs }] = [pressed.current, event];
    pressed.current = null;
    const isNear = (one: Point) => Math.hypot(one.x - x, one.y - y) < nearPx;
    if (event.pointerType !== "touch" || event.type !== "pointerup" || begun === null || !isNear(begun)) return;
    const last = lastTap.current;
    const isTwice = last !== null && atMs - last.atMs < twiceMs && isNear(last);
    lastTap.current = isTwice ? null : { x, y, atMs };
    if (isTwice) onTwice(fromCentre({ x, y }));
  };

  const onDoubleClick = ({ clientX, clientY, nativeEvent }: MouseEvent<HTMLDivElement>) => {
    // Browsers make a double click of two taps, too: those were taken care of.
    const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
    if (!isTouch && matchMedia("(pointer: fine)").matches) onTwice(fromCentre({ x: clientX, y: clientY }));
  };

  return { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd, onDoubleClick };
}
