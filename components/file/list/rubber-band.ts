import { tileGap as gap, type GridMetrics } from "@/components/domain/list/grid-model";

/** In the list's content: `top` counts from the first row's header, however far it is scrolled. */
export type Band = { left: number; right: number; top: number; bottom: number };
type Layout = { metrics: GridMetrics; width: number; count: number; isRtl: boolean };

export function bandBetween(from: { x: number; y: number }, to: { x: number; y: number }): Band {
  return {
    left: Math.min(from.x, to.x),
    right: Math.max(from.x, to.x),
    top: Math.min(from.y, to.y),
    bottom: Math.max(from.y, to.y),
  };
}

/** Which entries a band touches, by arithmetic: most of them may not exist as elements. */
export function entriesInBand(band: Band, { metrics, width, count, isRtl }: Layout): number[] {
  const { columns, rowHeight, headerHeight, padding } = metrics;
  const space = columns === 1 && padding === 0 ? 0 : gap;
  const rows = slotsTouched([band.top - headerHeight, band.bottom - headerHeight], {
    size: rowHeight,
    space,
    count: Math.ceil(count / columns),
  });
  const [start, end] = isRtl ? [width - band.right, width - band.left] : [band.left, band.right];
  const cells = slotsTouched([start - padding + space / 2, end - padding + space / 2], {
    size: (width - 2 * padding + space) / columns,
    space,
    count: columns,
  });
  const found: number[] = [];
  for (let row = rows.first; row <= rows.last; row++) {
    for (let cell = cells.first; cell <= cells.last; cell++) {
      const index = row * columns + cell;
      if (index < count) found.push(index);
    }
  }
  return found;
}

/** The slots of one size, with half the space on either side, that a stretch reaches; last < first: none. */
function slotsTouched(
  [start, end]: readonly [number, number],
  { size, space, count }: { size: number; space: number; count: number },
): { first: number; last: number } {
  const first = Math.max(0, Math.floor((start + space / 2) / size));
  const last = Math.min(count - 1, Math.ceil((end - space / 2) / size) - 1);
  return { first, last };
}

/** How fast the list scrolls, in pixels a second, while the pointer is near its upper or lower edge, or beyond. */
export function scrollSpeed(y: number, height: number): number {
  const zone = 40;
  const depth = (distance: number) => Math.max(0, Math.min(distance, zone * 3.5)) ** 2 / 4;
  return depth(y - height + zone) - depth(zone - y);
}
