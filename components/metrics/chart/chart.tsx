"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a slider over a canvas; an input has no such content */

import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { useTranslations } from "next-intl";
import { nearestIndex, valueAt, type Frame } from "@/components/metrics/view/frame";
import { leastSpanMs } from "@/components/metrics/view/ranges";
import { useFormats } from "@/components/metrics/view/use-formats";
import { useShownTheme } from "@/components/ui/use-shown-theme";
import { useStore } from "@/components/ui/use-store";
import { marksAt, nextMarkIndex, type AlertMark } from "./alert-marks";
import type { ChartSpec } from "./chart-spec";
import { createPlot, type Plot } from "./create-plot";
import { crosshair } from "./crosshair";
import { MarkTip } from "./mark-tip";
import { indexFor } from "./move-index";
import { useSayMark } from "./use-say-mark";
import styles from "./chart.module.css";

type Props = {
  /** Accessible name. */
  label: string;
  spec: ChartSpec;
  frame: Frame;
  marks: readonly AlertMark[];
  /** What was drawn over with the pointer is wanted larger; null: that cannot be. */
  onZoom: ((range: { from: number; to: number }) => void) | null;
};

/** Lines over time. The pointer, a finger and the arrow keys move the mark that all charts share. */
export function Chart({ label, spec, frame, marks, onZoom }: Props) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const sayMark = useSayMark();
  const theme = useShownTheme();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<Plot | null>(null);
  const dragFrom = useRef<number | null>(null);
  const at = useStore(crosshair);
  const index = at === null ? -1 : nearestIndex(frame.times, at);

  const make = useEffectEvent((element: HTMLElement) => {
    const texts = { time: formats.timeOnAxis, value: formats.short[spec.unit] };
    return createPlot(element, spec, { frame, marks, texts, width: Math.max(120, element.clientWidth) });
  });
  // What the lines are; their values are drawn below.
  const shape = [
    theme,
    spec.unit,
    spec.max,
    frame.highest === null,
    ...spec.lines.map(({ key, colour }) => `${key} ${colour}`),
  ].join("\n");
  useEffect(() => {
    const element = host.current;
    if (element === null || shape === "") return undefined;
    const made = make(element);
    plot.current = made;
    const sizes = new ResizeObserver(() => made.resize(Math.max(120, element.clientWidth)));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [shape]);
  useEffect(() => plot.current?.draw(frame, marks), [frame, marks]);
  useEffect(() => plot.current?.point(index));

  const markedAt = frame.times[index];
  const met = markedAt === undefined ? [] : marksAt(marks, markedAt, frame);

  const timeBelow = (event: PointerEvent) => plot.current?.timeAt(event.clientX) ?? 0;
  const pointTo = (next: number) => crosshair.set(frame.times[next] ?? null);
  const onPointerMove = (event: PointerEvent) => {
    const time = timeBelow(event);
    pointTo(nearestIndex(frame.times, time));
    if (dragFrom.current !== null) plot.current?.select({ from: dragFrom.current, to: time });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    onPointerMove(event);
    if (onZoom === null || event.pointerType === "touch" || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragFrom.current = timeBelow(event);
  };
  const endDrag = (event: PointerEvent) => {
    const [from, to] = [dragFrom.current, timeBelow(event)];
    dragFrom.current = null;
    plot.current?.select(null);
    if (from === null || event.type !== "pointerup") return;
    if (Math.abs(to - from) >= leastSpanMs)
      onZoom?.({ from: Math.round(Math.min(from, to)), to: Math.round(Math.max(from, to)) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && at !== null) crosshair.set(null);
    else {
      const next =
        event.key === "Enter"
          ? nextMarkIndex(marks, frame, { index, isBack: event.shiftKey })
          : indexFor(event, index, frame.times.length);
      if (next === null) return;
      pointTo(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const text = () => {
    const values = spec.lines.map(
      ({ key, label: line }) => `${line} ${formats.byUnit[spec.unit](valueAt(frame, key, index))}`,
    );
    const alerts = met.map(({ alert }) => Object.values(sayMark(alert)).join(", "));
    return [[formats.time(frame.times[index] ?? 0, frame.stepMs), ...values].join(", "), ...alerts].join(". ");
  };
  const hint = marks.length === 0 ? t("chartHint") : `${t("chartHint")}. ${t("alerts.hint", { count: marks.length })}`;
  return (
    <div className={styles["frame"]}>
      <div
        className={styles["chart"]}
        // Time runs from left to right in every language.
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, frame.times.length - 1)}
        aria-valuenow={Math.max(0, index)}
        aria-valuetext={index < 0 ? hint : text()}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerDown}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        // A finger that is lifted leaves the mark where it was.
        onPointerLeave={({ pointerType }) =>
          pointerType !== "touch" && dragFrom.current === null && crosshair.set(null)
        }
        onBlur={() => crosshair.set(null)}
      >
        <div ref={host} className={styles["plot"]} />
      </div>
      {markedAt === undefined || met.length === 0 ? null : (
        <MarkTip marks={met} share={(markedAt - frame.from) / (frame.to - frame.from)} />
      )}
    </div>
  );
}
