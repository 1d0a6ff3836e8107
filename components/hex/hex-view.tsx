"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a grid that draws what is in sight: tables cannot */

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent, type PointerEvent } from "react";
import { useIsMobile } from "@/components/ui/use-media";
import { useRowWindow } from "@/components/ui/use-row-window";
import type { HexBytes } from "./hex-bytes";
import styles from "./hex.module.css";

const [rowPx, headPx] = [24, 28];

type Props = {
  label: string;
  bytes: HexBytes;
  sizeBytes: number;
  /** Where the cursor is, and how many bytes from there are marked. */
  offset: number;
  markedLength: number;
  onOffset: (offset: number) => void;
};

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");

/** Rows of bytes: their place, the bytes, the characters that they would be. */
export function HexView({ label, bytes, sizeBytes, offset, markedLength, onOffset }: Props) {
  const t = useTranslations("hex");
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useIsMobile() ? 8 : 16;
  const view = useRowWindow(scroller, { count: Math.ceil(sizeBytes / width), rowPx, headPx });
  useEffect(() => bytes.need(view.from * width, view.to * width), [bytes, view.from, view.to, width]);
  const row = Math.floor(offset / width);
  const lastRow = Math.floor((offset + Math.max(1, markedLength) - 1) / width);
  const reveal = useEffectEvent((from: number, to: number) => view.reveal(from, to));
  useEffect(() => reveal(row, lastRow), [row, lastRow]);

  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -width,
    ArrowDown: width,
    PageUp: -width * view.pageRows,
    PageDown: width * view.pageRows,
    Home: -(offset % width),
    End: width - 1 - (offset % width),
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isCtrl = event.ctrlKey || event.metaKey;
    const step = steps[event.key];
    if (event.altKey || step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (isCtrl && event.key === "Home") onOffset(0);
    else if (isCtrl && event.key === "End") onOffset(sizeBytes - 1);
    else {
      const next = offset + step;
      onOffset(next < 0 && Math.abs(step) === width ? offset : next);
    }
  };
  const onPointerDown = (event: PointerEvent) => {
    const text = event.target instanceof HTMLElement ? event.target.dataset["at"] : undefined;
    if (text !== undefined) onOffset(Number(text));
  };
  const places = Array.from({ length: width }, (_, at) => at);
  const rows = Array.from({ length: Math.max(0, view.to - view.from) }, (_, at) => view.from + at);
  const digits = Math.max(8, hex(sizeBytes, 0).length);

  return (
    <div
      ref={scroller}
      className={styles["grid"]}
      role="grid"
      tabIndex={0}
      data-autofocus
      dir="ltr"
      data-ltr
      aria-label={label}
      aria-rowcount={Math.ceil(sizeBytes / width) + 1}
      aria-colcount={width + 2}
      aria-activedescendant={rows.includes(row) ? `${id}-${offset}` : undefined}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
    >
      <div className={styles["space"]} role="presentation" style={{ blockSize: view.spacePx }}>
        <div className={styles["layer"]} role="presentation" style={{ blockSize: view.layerPx }}>
          <div className={styles["head"]} role="row" aria-rowindex={1} style={{ blockSize: headPx }}>
            <span role="columnheader" className={styles["place"]} style={{ inlineSize: `${digits + 2}ch` }}>
              {t("offset")}
            </span>
            {places.map((at) => (
              <span key={at} role="columnheader" className={styles["byte"]} data-half={at === 8 || undefined}>
                {hex(at, 2)}
              </span>
            ))}
            <span role="columnheader" className={styles["text"]}>
              {t("text")}
            </span>
          </div>
          {rows.map((at) => (
            <div
              key={at}
              role="row"
              aria-rowindex={at + 2}
              className={styles["row"]}
              style={{ translate: `0 ${view.offsetOf(at)}px`, blockSize: rowPx }}
            >
              <span role="rowheader" className={styles["place"]} style={{ inlineSize: `${digits + 2}ch` }}>
                {hex(at * width, digits)}
              </span>
              {places.map((step) => {
                const place = at * width + step;
                const value = bytes.at(place);
                return (
                  <span
                    key={step}
                    id={`${id}-${place}`}
                    role="gridcell"
                    aria-selected={place >= offset && place < offset + markedLength}
                    className={styles["byte"]}
                    data-half={step === 8 || undefined}
                    data-zero={value === 0 || undefined}
                    data-at={place < sizeBytes ? place : undefined}
                  >
                    {value === undefined ? "" : hex(value, 2)}
                  </span>
                );
              })}
              <span role="gridcell" className={styles["text"]}>
                {places.map((step) => charOf(bytes.at(at * width + step))).join("")}
              </span>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Of ASCII what can be seen; a dot for the rest. */
function charOf(byte: number | undefined): string {
  if (byte === undefined) return " ";
  return byte >= 0x20 && byte < 0x7f ? String.fromCodePoint(byte) : "·";
}
