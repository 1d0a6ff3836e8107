import type { Mark, Point } from "@/lib/shared/image/image-edits";

export const drawKinds = ["select", "pen", "line", "arrow", "rectangle", "ellipse", "text", "blur"] as const;
export type DrawKind = (typeof drawKinds)[number];
export type MarkKind = Mark["kind"];

/** `width`: of strokes; of the frame's longer side, as everything of a mark. */
export type Pen = { kind: DrawKind; color: string; width: number; textSize: number; blur: number };

export const firstPen: Pen = { kind: "pen", color: "#e5342b", width: 0.006, textSize: 0.05, blur: 0.02 };

/** A new mark at a place; `words` for a text. */
export function beginMark(kind: MarkKind, at: Point, { pen, words }: { pen: Pen; words: string }): Mark {
  const { color, width } = pen;
  switch (kind) {
    case "pen":
      return { kind, points: [at], color, width };
    case "text":
      return { kind, at, text: words, color, size: pen.textSize, degrees: 0 };
    case "blur":
      return { kind, from: at, to: at, strength: pen.blur };
    default:
      return { kind, from: at, to: at, color, width };
  }
}

/** While it is being drawn, to where the pointer is. */
export function stretchMark(mark: Mark, to: Point, mostPoints: number): Mark {
  if (mark.kind === "pen") return mark.points.length < mostPoints ? { ...mark, points: [...mark.points, to] } : mark;
  return mark.kind === "text" ? { ...mark, at: to } : { ...mark, to };
}

/** Without a pointer: in the middle, of a size to be seen. */
export function middleMark(kind: MarkKind, options: { pen: Pen; words: string }): Mark {
  const mark = beginMark(kind, kind === "text" ? { x: 0.5, y: 0.5 } : { x: 0.35, y: 0.4 }, options);
  return kind === "text" ? mark : stretchMark(mark, { x: 0.65, y: 0.6 }, 2);
}

export function shiftMark(mark: Mark, by: Point): Mark {
  const shift = ({ x, y }: Point) => ({ x: x + by.x, y: y + by.y });
  if (mark.kind === "pen") return { ...mark, points: mark.points.map(shift) };
  if (mark.kind === "text") return { ...mark, at: shift(mark.at) };
  return { ...mark, from: shift(mark.from), to: shift(mark.to) };
}

/** Larger or smaller about its own middle. */
export function growMark(mark: Mark, factor: number): Mark {
  if (mark.kind === "text") return { ...mark, size: Math.min(0.5, Math.max(0.005, mark.size * factor)) };
  const points = mark.kind === "pen" ? mark.points : [mark.from, mark.to];
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  const [x, y] = [middle(points.map((one) => one.x)), middle(points.map((one) => one.y))];
  const grow = (point: Point) => ({ x: x + (point.x - x) * factor, y: y + (point.y - y) * factor });
  if (mark.kind === "pen") return { ...mark, points: mark.points.map(grow) };
  return { ...mark, from: grow(mark.from), to: grow(mark.to) };
}

/** Whether a press was no drawing: nothing would be seen of it. */
export function isTooSmall(mark: Mark): boolean {
  if (mark.kind === "pen" || mark.kind === "text") return false;
  return Math.hypot(mark.to.x - mark.from.x, mark.to.y - mark.from.y) < 0.004;
}
