"use client";

import { shapesOf } from "@/lib/shared/image/mark-shapes";
import type { Mark, PictureSize } from "@/lib/shared/image/image-edits";
import styles from "@/components/retouch/image-editor.module.css";

type Props = { mark: Mark; frame: PictureSize; isChosen?: boolean };

/** A mark as the server draws it; a blurred place by its edge alone, while it is chosen or new. */
export function MarkShape({ mark, frame, isChosen = false }: Props) {
  const { width, height } = frame;
  if (mark.kind === "blur") {
    const { from, to } = mark;
    return (
      <rect
        className={styles["blurred"]}
        data-chosen={isChosen || undefined}
        x={Math.min(from.x, to.x) * width}
        y={Math.min(from.y, to.y) * height}
        width={Math.abs(from.x - to.x) * width}
        height={Math.abs(from.y - to.y) * height}
        vectorEffect="non-scaling-stroke"
      />
    );
  }
  return (
    <g className={styles["mark"]} data-chosen={isChosen || undefined}>
      {shapesOf(mark, frame).map(({ tag: Tag, attributes, text }, index) => {
        const { d, fill, stroke, x, y, transform } = attributes;
        const shared = { fill: String(fill), ...(transform === undefined ? {} : { transform: String(transform) }) };
        return Tag === "path" ? (
          <path
            key={index}
            {...shared}
            d={String(d)}
            stroke={String(stroke)}
            strokeWidth={attributes["stroke-width"]}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : (
          <text
            key={index}
            {...shared}
            x={x}
            y={y}
            fontFamily={String(attributes["font-family"])}
            fontSize={attributes["font-size"]}
            fontWeight={attributes["font-weight"]}
            textAnchor="middle"
          >
            {text}
          </text>
        );
      })}
    </g>
  );
}
