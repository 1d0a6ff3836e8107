"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a range input cannot show years beside it, nor stop at months of any length */

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { useElementHeight } from "./use-element-height";
import { scrubberMarks, stopAfterKey, stopAt, type ScrubberStop } from "./scrubber-marks";
import styles from "./scrubber.module.css";

type Props = {
  stops: readonly ScrubberStop[];
  contentPx: number;
  scroller: RefObject<HTMLElement | null>;
  textOf: (ms: number) => string;
};

const stepPx = 8;

/** The years at the side: drag, click, or use the keys to go to a month. */
export function Scrubber({ stops, contentPx, scroller, textOf }: Props) {
  const t = useTranslations("picture");
  const track = useRef<HTMLDivElement>(null);
  const trackPx = useElementHeight(track);
  const [isDragged, setDragged] = useState(false);
  const [scrollPx, setScrollPx] = useState(0);
  const onScrollTo = (px: number) => scroller.current?.scrollTo({ top: px });
  // Here and not in the gallery, which would be drawn anew with every step.
  useEffect(() => {
    const node = scroller.current;
    const listen = () => setScrollPx(Math.round((node?.scrollTop ?? 0) / stepPx) * stepPx);
    listen();
    node?.addEventListener("scroll", listen, { passive: true });
    return () => node?.removeEventListener("scroll", listen);
  }, [scroller]);
  const marks = scrubberMarks(stops, { contentPx, trackPx });
  const index = stopAt(stops, scrollPx + 4);
  const now = stops[index];
  const share = Math.min(1, Math.max(0, scrollPx / Math.max(1, contentPx)));

  const goTo = ({ clientY }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined) onScrollTo(((clientY - box.top) / Math.max(1, box.height)) * contentPx);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stopAfterKey(event.key, stops, index);
    const stop = next === null ? undefined : stops[next];
    if (stop === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onScrollTo(stop.top);
  };
  return (
    <div
      ref={track}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input has neither marks nor years
      role="slider"
      className={styles["track"]}
      tabIndex={0}
      aria-label={t("scrubber")}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={stops.length}
      aria-valuenow={index + 1}
      aria-valuetext={now === undefined ? "" : textOf(now.ms)}
      data-dragged={isDragged || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged(true);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (isDragged) goTo(event);
      }}
      onPointerUp={() => setDragged(false)}
      onPointerCancel={() => setDragged(false)}
    >
      {marks.map(({ text, at }) => (
        <span key={`${text} ${at}`} className={styles["mark"]} style={{ insetBlockStart: at }} aria-hidden>
          {text}
        </span>
      ))}
      <span className={styles["thumb"]} style={{ insetBlockStart: `${share * 100}%` }} aria-hidden>
        <span className={styles["now"]}>{now === undefined ? "" : textOf(now.ms)}</span>
      </span>
    </div>
  );
}
