"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a picture that is drawn */

import { useElementSize } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { useEffect, useRef, type PointerEvent } from "react";
import { cropPixels, frameSize, untouched } from "@/lib/shared/image/image-edits";
import { renderPreview } from "@/components/retouch/render-preview";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import type { Picture } from "@/components/retouch/use-picture";
import { MarkShape } from "./mark-shape";
import { useDrawing } from "./use-drawing";
import type { Pen } from "./drawing-tools";
import styles from "@/components/retouch/image-editor.module.css";

type Props = {
  picture: Picture;
  edits: ImageEdits;
  /** Shows the original. */
  isComparing: boolean;
  /** Null: nothing can be drawn. */
  pen: Pen | null;
  chosen: number | null;
  onChoose: (index: number | null) => void;
  /** Of the size that fits. */
  zoom: number;
  label: string;
};

/** The picture as it will be saved, to draw on. */
export function PictureStage({ picture, edits, isComparing, pen, chosen, onChoose, zoom, label }: Props) {
  const t = useTranslations("imageEdit");
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: room, width: roomWidth, height: roomHeight } = useElementSize<HTMLDivElement>();
  const recipe = isComparing ? untouched : edits.recipe;
  const frame = frameSize(recipe, picture.size);
  const part = cropPixels(recipe, frame);

  useEffect(() => {
    const wanted = requestAnimationFrame(() => {
      if (canvas.current !== null) renderPreview(canvas.current, picture, recipe);
    });
    return () => cancelAnimationFrame(wanted);
  }, [picture, recipe]);

  const pointOf = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: 1, height: 1 };
    return {
      x: (part.x + ((event.clientX - box.left) / box.width) * part.width) / frame.width,
      y: (part.y + ((event.clientY - box.top) / box.height) * part.height) / frame.height,
    };
  };
  const { draft, handlers } = useDrawing({
    edits,
    pen: pen ?? { kind: "select", color: "", width: 0, textSize: 0, blur: 0 },
    pointOf,
    words: t("draw.newText"),
    onChoose,
  });
  const fit = Math.min(roomWidth / part.width, roomHeight / part.height, 4) * zoom;

  return (
    <div className={styles["scroll"]}>
      <div ref={room} className={styles["room"]}>
        <div
          className={styles["picture"]}
          style={{ inlineSize: Math.max(1, part.width * fit), blockSize: Math.max(1, part.height * fit) }}
        >
          <canvas ref={canvas} role="img" aria-label={label} />
          <svg
            viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}
            preserveAspectRatio="none"
            aria-hidden
            data-draws={pen?.kind}
            {...(pen === null || isComparing ? {} : handlers)}
          >
            {recipe.marks.map((mark, index) => (
              // The order is what they are known by.
              <g key={index} data-mark={index}>
                <MarkShape mark={mark} frame={frame} isChosen={pen !== null && chosen === index} />
              </g>
            ))}
            {draft === null ? null : <MarkShape mark={draft} frame={frame} isChosen />}
          </svg>
        </div>
      </div>
    </div>
  );
}
