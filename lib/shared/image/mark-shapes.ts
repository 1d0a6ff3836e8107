import type { Mark, PictureSize, Point } from "./image-edits";

/** One element of SVG; React and the server's overlay are made of the same. */
export type Shape = { tag: "path" | "text"; attributes: Readonly<Record<string, string | number>>; text?: string };

/** What a system has of these is used, the browser's and the server's alike. */
const fontFamily = "DejaVu Sans, Noto Sans, Noto Sans CJK SC, Liberation Sans, Arial, sans-serif";

/** How a mark is drawn on a frame of so many pixels. A blurred place is no drawing: none. */
export function shapesOf(mark: Mark, frame: PictureSize): readonly Shape[] {
  const px = ({ x, y }: Point) => ({ x: x * frame.width, y: y * frame.height });
  const longest = Math.max(frame.width, frame.height);
  switch (mark.kind) {
    case "blur":
      return [];
    case "text":
      return textShapes(mark, px(mark.at), mark.size * longest);
    case "pen":
      return [stroke(penPath(mark.points.map(px)), mark.color, mark.width * longest)];
    default:
      return [
        stroke(pathOf[mark.kind](px(mark.from), px(mark.to), mark.width * longest), mark.color, mark.width * longest),
      ];
  }
}

function stroke(path: string, color: string, width: number): Shape {
  return {
    tag: "path",
    attributes: {
      d: path,
      fill: "none",
      stroke: color,
      "stroke-width": round(width),
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    },
  };
}

function textShapes(
  { text, color, degrees }: Extract<Mark, { kind: "text" }>,
  { x, y }: Point,
  size: number,
): readonly Shape[] {
  const lines = text.split("\n");
  return lines.map((line, index) => ({
    tag: "text",
    attributes: {
      x: round(x),
      // Of the middle of the capitals, which renderers disagree about less than about `dominant-baseline`.
      y: round(y + (index - (lines.length - 1) / 2) * size * 1.25 + size * 0.36),
      fill: color,
      "font-family": fontFamily,
      "font-size": round(size),
      "font-weight": 600,
      "text-anchor": "middle",
      transform: `rotate(${round(degrees)} ${round(x)} ${round(y)})`,
    },
    text: line,
  }));
}

const pathOf: Record<"line" | "arrow" | "rectangle" | "ellipse", (from: Point, to: Point, width: number) => string> = {
  line: (from, to) => `M${at(from)}L${at(to)}`,
  arrow: (from, to, width) => {
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const length = Math.min(width * 4.5, Math.hypot(to.x - from.x, to.y - from.y));
    const wing = (by: number) => ({
      x: to.x - length * Math.cos(angle + by),
      y: to.y - length * Math.sin(angle + by),
    });
    return `M${at(from)}L${at(to)}M${at(wing(0.5))}L${at(to)}L${at(wing(-0.5))}`;
  },
  rectangle: (from, to) => `M${at(from)}L${at({ x: to.x, y: from.y })}L${at(to)}L${at({ x: from.x, y: to.y })}Z`,
  ellipse: (from, to) => {
    const [rx, ry] = [round(Math.abs(to.x - from.x) / 2), round(Math.abs(to.y - from.y) / 2)];
    const y = (from.y + to.y) / 2;
    const [left, right] = [at({ x: Math.min(from.x, to.x), y }), at({ x: Math.max(from.x, to.x), y })];
    return `M${left}A${rx} ${ry} 0 1 1 ${right}A${rx} ${ry} 0 1 1 ${left}Z`;
  },
};

/** Through the middles between the points, so that a hand's corners are round. */
function penPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return "";
  if (rest.length === 0) return `M${at(first)}L${at({ x: first.x + 0.01, y: first.y })}`;
  const curves = rest.map((point, index) => {
    const next = rest[index + 1];
    return next === undefined
      ? `L${at(point)}`
      : `Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`;
  });
  return `M${at(first)}${curves.join("")}`;
}

function at({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** All marks as one SVG document of `size` pixels that shows a part of the frame. */
export function marksSvg(
  marks: readonly Mark[],
  { frame, part, size }: { frame: PictureSize; part: { x: number; y: number } & PictureSize; size: PictureSize },
): string {
  const shapes = marks.flatMap((mark) => shapesOf(mark, frame)).map(svgOf);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${part.x} ${part.y} ${part.width} ${part.height}" preserveAspectRatio="none">${shapes.join("")}</svg>`;
}

function svgOf({ tag, attributes, text = "" }: Shape): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(String(value))}"`);
  return `<${tag}${list.join("")}>${escape(text)}</${tag}>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Also without what XML has no place for: such a document would be refused as a whole. */
function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? "");
}
