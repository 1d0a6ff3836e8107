/** One line of pictures: `start` is the first one's index, heights and widths are whole pixels. */
export type JustifiedRow = { start: number; widths: readonly number[]; height: number };

type Room = { width: number; targetHeight: number; gap: number };

/** A panorama or a strip of a scan is cut to this, or it would be a hair or a wall. */
const narrowest = 0.25;
const widest = 4.5;
/** A line of few pictures grows no higher than this. */
const highest = 1.5;

/** A finger's width at least. */
const leastPx = 44;

function shownRatio(ratio: number, targetHeight: number): number {
  return Math.min(widest, Math.max(narrowest, leastPx / targetHeight, ratio));
}

/**
 * Pictures of their true shapes in lines that fill the width: each line ends where its height comes nearest to the target. The last one is not
 * stretched. `ratios` are widths by heights.
 */
export function justifyRows(ratios: readonly number[], room: Room): JustifiedRow[] {
  const { width, targetHeight, gap } = room;
  const rows: JustifiedRow[] = [];
  if (width <= 0) return rows;
  let start = 0;
  let sum = 0;
  const heightOf = (total: number, count: number) => (width - gap * (count - 1)) / total;
  for (const [index, raw] of ratios.entries()) {
    const ratio = shownRatio(raw, targetHeight);
    const count = index - start;
    const withIt = heightOf(sum + ratio, count + 1);
    // Where it would be squeezed further below the target than the line is above it without.
    if (count > 0 && withIt < targetHeight && targetHeight - withIt > heightOf(sum, count) - targetHeight) {
      rows.push(rowOf(ratios, { start, end: index, height: heightOf(sum, count), isFull: true }, room));
      start = index;
      sum = 0;
    }
    sum += ratio;
    if (heightOf(sum, index - start + 1) > targetHeight) continue;
    rows.push(rowOf(ratios, { start, end: index + 1, height: heightOf(sum, index - start + 1), isFull: true }, room));
    start = index + 1;
    sum = 0;
  }
  if (start < ratios.length)
    rows.push(rowOf(ratios, { start, end: ratios.length, height: targetHeight, isFull: false }, room));
  return rows;
}

type Part = { start: number; end: number; height: number; isFull: boolean };

function rowOf(ratios: readonly number[], { start, end, height, isFull }: Part, room: Room): JustifiedRow {
  const shown = Math.round(Math.min(height, room.targetHeight * highest));
  const isFilled = isFull && shown >= Math.floor(height);
  const widths = ratios
    .slice(start, end)
    .map((ratio) => Math.max(1, Math.round(shownRatio(ratio, room.targetHeight) * shown)));
  const last = widths.length - 1;
  const others = widths.reduce((sum, one) => sum + one, 0) - (widths[last] ?? 0) + room.gap * last;
  // What rounding leaves is the last one's.
  if (isFilled) widths[last] = Math.max(1, room.width - others);
  return { start, widths, height: shown };
}
