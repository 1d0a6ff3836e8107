"use client";

import { useRef, useState, type PointerEvent } from "react";
import { imageEditLimits, type Mark, type Point } from "@/lib/shared/image/image-edits";
import type { ImageEdits } from "@/components/retouch/use-image-edits";
import { beginMark, isTooSmall, shiftMark, stretchMark, type Pen } from "./drawing-tools";

type Options = {
  edits: ImageEdits;
  pen: Pen;
  /** Where a pointer is, in fractions of the frame. */
  pointOf: (event: PointerEvent) => Point;
  words: string;
  onChoose: (index: number | null) => void;
};

type Drag = { index: number; from: Point; mark: Mark };

/** Drawing with the pointer, and moving what is drawn. */
export function useDrawing({ edits, pen, pointOf, words, onChoose }: Options) {
  const [draft, setDraft] = useState<Mark | null>(null);
  const drag = useRef<Drag | null>(null);
  const hasMoved = useRef(false);

  const finish = () => {
    drag.current = null;
    if (draft === null) return;
    setDraft(null);
    if (isTooSmall(draft)) return;
    edits.add({ kind: "addMark", mark: draft });
    if (draft.kind !== "pen") onChoose(edits.recipe.marks.length);
  };
  return {
    draft,
    handlers: {
      onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = pointOf(event);
        if (pen.kind !== "select") {
          setDraft(beginMark(pen.kind, at, { pen, words }));
          return;
        }
        const index = indexOf(event.target);
        const mark = index === null ? undefined : edits.recipe.marks[index];
        onChoose(index);
        hasMoved.current = false;
        drag.current = index === null || mark === undefined ? null : { index, from: at, mark };
      },
      onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
        const at = pointOf(event);
        if (draft !== null) {
          setDraft(stretchMark(draft, at, imageEditLimits.points));
          return;
        }
        if (drag.current === null) return;
        const { index, from, mark } = drag.current;
        const moved = shiftMark(mark, { x: at.x - from.x, y: at.y - from.y });
        edits.add({ kind: "setMark", index, mark: moved }, hasMoved.current);
        hasMoved.current = true;
      },
      onPointerUp: finish,
      onPointerCancel: () => {
        drag.current = null;
        setDraft(null);
      },
    },
  };
}

function indexOf(target: EventTarget): number | null {
  const found = target instanceof Element ? target.closest("[data-mark]")?.getAttribute("data-mark") : null;
  return found === null || found === undefined ? null : Number(found);
}
