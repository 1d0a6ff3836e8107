import { lineOf, type GalleryLayout, type GalleryLine } from "./gallery-layout";

type Place = { index: number; count: number; pagePx: number; isRtl: boolean };

/** The entry that an arrow or page key leads to: up and down to what lies nearest, by where it is. Null: the key moves nothing. */
export function entryAfterKey(key: string, layout: GalleryLayout, place: Place): number | null {
  const { index, count, pagePx, isRtl } = place;
  if (count === 0) return null;
  if (!/^(?:Arrow(?:Up|Down|Left|Right)|Page(?:Up|Down)|Home|End)$/.test(key)) return null;
  if (index < 0) return key === "End" ? count - 1 : 0;
  const within = (next: number) => Math.min(count - 1, Math.max(0, next));
  const at = lineOf(layout, index);
  const line = layout.lines[at];
  if (line === undefined) return index;
  const moves: Record<string, () => number> = {
    ArrowLeft: () => within(index + (isRtl ? 1 : -1)),
    ArrowRight: () => within(index + (isRtl ? -1 : 1)),
    ArrowUp: () => nearest(layout.lines[at - 1], line, index),
    ArrowDown: () => nearest(layout.lines[at + 1], line, index),
    PageUp: () => nearest(lineNear(layout, at, line.top - pagePx), line, index),
    PageDown: () => nearest(lineNear(layout, at, line.top + pagePx), line, index),
    Home: () => 0,
    End: () => count - 1,
  };
  return moves[key]?.() ?? null;
}

function nearest(to: GalleryLine | undefined, from: GalleryLine, index: number): number {
  if (to === undefined) return index;
  const column = index - from.start;
  const middle = (from.lefts[column] ?? 0) + (from.widths[column] ?? 0) / 2;
  let found = 0;
  let least = Infinity;
  for (const [at, left] of to.lefts.entries()) {
    const distance = Math.abs(left + (to.widths[at] ?? 0) / 2 - middle);
    if (distance >= least) continue;
    least = distance;
    found = at;
  }
  return to.start + found;
}

/** The last line within the page, the next one at least. */
function lineNear({ lines }: GalleryLayout, from: number, px: number): GalleryLine | undefined {
  const step = px < (lines[from]?.top ?? 0) ? -1 : 1;
  let at = from + step;
  const isWithin = (top: number) => (step < 0 ? top >= px : top <= px);
  while (lines[at + step] !== undefined && isWithin(lines[at + step]?.top ?? 0)) at += step;
  return lines[at];
}
