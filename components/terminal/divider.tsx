"use client";

import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from "react";
import styles from "./terminal.module.css";

type Props = {
  orientation: "horizontal" | "vertical";
  label: string;
  className?: string | undefined;
  style?: CSSProperties;
  value: number;
  least: number;
  most?: number;
  /** By an arrow key, in pixels. */
  step: number;
  /** By so many pixels down, or towards the end of the line, from the value that it had when it was taken. */
  onMove: (pixels: number, from: number) => void;
  onReset: () => void;
};

/** A line between two parts, moved by the pointer or the arrow keys; a double click puts it where it belongs. */
export function Divider({ orientation, label, className, style, value, least, most, step, onMove, onReset }: Props) {
  const begun = useRef<{ at: number; value: number } | null>(null);
  const isRow = orientation === "horizontal";
  const forwards = () => (!isRow && document.documentElement.dir === "rtl" ? -1 : 1);
  const placeOf = ({ clientX, clientY }: PointerEvent) => (isRow ? clientY : clientX) * forwards();
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    begun.current = { at: placeOf(event), value };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (begun.current !== null) onMove(placeOf(event) - begun.current.at, begun.current.value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const ways: Record<string, number> = isRow ? { ArrowUp: -1, ArrowDown: 1 } : { ArrowLeft: -1, ArrowRight: 1 };
    const way = ways[event.key];
    if (way === undefined) return;
    event.preventDefault();
    onMove(way * step * forwards(), value);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control (ARIA 1.2)
    <hr
      aria-orientation={orientation}
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- as above
      className={`${styles["divider"]} ${className ?? ""}`}
      style={style}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (begun.current = null)}
      onPointerCancel={() => (begun.current = null)}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
    />
  );
}
