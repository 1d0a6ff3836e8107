import { justifyRows } from "./justify-rows";

/** What belongs together, from index `start` up to `end`: pictures under a date, or entries as short cards. */
export type GallerySection = { key: string; title: string; look: "photos" | "cards"; start: number; end: number };

/** In pixels from the top of the content; `lefts` from the side where reading begins. */
export type GalleryLine = {
  top: number;
  height: number;
  start: number;
  lefts: readonly number[];
  widths: readonly number[];
};
export type GalleryBlock = GallerySection & { top: number; height: number; lines: readonly GalleryLine[] };
export type GalleryLayout = { blocks: readonly GalleryBlock[]; lines: readonly GalleryLine[]; height: number };

type Room = {
  /** Between the paddings. */
  width: number;
  targetHeight: number;
  padding: number;
  ratioAt: (index: number) => number;
};

export const photoGap = 4;
export const headPx = 44;
const cardPx = 44;
const cardGap = 8;
const widestCard = 230;
const blockGap = 12;

/** Where everything is, by arithmetic alone: of twenty thousand pictures only those in sight are drawn. */
export function layOutGallery(sections: readonly GallerySection[], room: Room): GalleryLayout {
  const blocks: GalleryBlock[] = [];
  let top = 0;
  for (const section of sections) {
    if (section.end <= section.start || room.width <= 0) continue;
    const first = top + (section.title === "" ? blockGap : headPx);
    const lines = section.look === "photos" ? photoLines(section, first, room) : cardLines(section, first, room);
    const last = lines.at(-1);
    const bottom = last === undefined ? first : last.top + last.height + blockGap;
    blocks.push({ ...section, top, height: bottom - top, lines });
    top = bottom;
  }
  return { blocks, lines: blocks.flatMap(({ lines }) => lines), height: top };
}

type Span = Pick<GallerySection, "start" | "end">;

function photoLines({ start, end }: Span, first: number, { width, targetHeight, padding, ratioAt }: Room) {
  const ratios = Array.from({ length: end - start }, (_, index) => ratioAt(start + index));
  let top = first;
  return justifyRows(ratios, { width, targetHeight, gap: photoGap }).map((row): GalleryLine => {
    let left = padding;
    const lefts = row.widths.map((one) => {
      const at = left;
      left += one + photoGap;
      return at;
    });
    const line = { top, height: row.height, start: start + row.start, lefts, widths: row.widths };
    top += row.height + photoGap;
    return line;
  });
}

function cardLines({ start, end }: Span, first: number, { width, padding }: Room): GalleryLine[] {
  const columns = Math.max(1, Math.ceil((width + cardGap) / (widestCard + cardGap)));
  const each = (width + cardGap) / columns - cardGap;
  return Array.from({ length: Math.ceil((end - start) / columns) }, (_, row): GalleryLine => {
    const count = Math.min(columns, end - start - row * columns);
    return {
      top: first + row * (cardPx + cardGap),
      height: cardPx,
      start: start + row * columns,
      lefts: Array.from({ length: count }, (_, column) => padding + column * (each + cardGap)),
      widths: Array.from({ length: count }, () => each),
    };
  });
}

/** Index of the last of the sorted places that begins at or before `px`; 0 where none does. */
export function placeAt(places: readonly { top: number }[], px: number): number {
  let [low, high] = [0, places.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((places[middle]?.top ?? 0) <= px) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}

/** The line with an entry; -1: none. */
export function lineOf({ lines }: GalleryLayout, index: number): number {
  if (index < 0) return -1;
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const line = lines[low];
  return line !== undefined && index >= line.start && index < line.start + line.widths.length ? low : -1;
}

type Area = { left: number; right: number; top: number; bottom: number };

/** The entries that a frame touches, also where they are not drawn. */
export function entriesInArea({ lines }: GalleryLayout, area: Area): number[] {
  const found: number[] = [];
  for (let at = placeAt(lines, area.top); at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || line.top > area.bottom) break;
    if (line.top + line.height < area.top) continue;
    for (const [column, left] of line.lefts.entries())
      if (left < area.right && left + (line.widths[column] ?? 0) > area.left) found.push(line.start + column);
  }
  return found;
}
