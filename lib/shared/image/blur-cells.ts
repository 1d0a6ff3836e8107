import type { Area, Mark, PictureSize } from "./image-edits";

/** A part to blur, in pixels, and the few cells that it is reduced to: what was there cannot be made out of them again. */
export type BlurredPart = Area & { columns: number; rows: number };

/** The blurred places of a picture that shows a part of the frame. `frame` and `part` in the same pixels. */
export function blurredParts(
  marks: readonly Mark[],
  { frame, part }: { frame: PictureSize; part: Area },
): readonly BlurredPart[] {
  const longest = Math.max(frame.width, frame.height);
  return marks.flatMap((mark) => {
    if (mark.kind !== "blur") return [];
    const { from, to, strength } = mark;
    const [left, right] = inside([from.x, to.x], { scale: frame.width, from: part.x, length: part.width });
    const [top, bottom] = inside([from.y, to.y], { scale: frame.height, from: part.y, length: part.height });
    const [width, height] = [right - left, bottom - top];
    if (width < 1 || height < 1) return [];
    const cell = Math.max(2, longest * strength);
    return [
      {
        x: left,
        y: top,
        width,
        height,
        columns: Math.max(1, Math.round(width / cell)),
        rows: Math.max(1, Math.round(height / cell)),
      },
    ];
  });
}

function inside(
  ends: readonly [number, number],
  { scale, from, length }: { scale: number; from: number; length: number },
): [number, number] {
  const [a, b] = [Math.floor(Math.min(...ends) * scale) - from, Math.ceil(Math.max(...ends) * scale) - from];
  return [Math.max(0, Math.min(length, a)), Math.max(0, Math.min(length, b))];
}
