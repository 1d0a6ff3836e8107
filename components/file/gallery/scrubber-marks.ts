import { placeAt } from "./gallery-layout";

/** A place that the scrubber leads to: a heading's, in pixels of the content. */
export type ScrubberStop = { top: number; ms: number };
export type ScrubberMark = { text: string; at: number };

const leastApartPx = 20;

/** The years that fit beside the track, from its top in pixels: where two are too near, the later is left out. */
export function scrubberMarks(
  stops: readonly ScrubberStop[],
  { contentPx, trackPx }: { contentPx: number; trackPx: number },
): ScrubberMark[] {
  const marks: ScrubberMark[] = [];
  let lastYear = Number.NaN;
  for (const { top, ms } of stops) {
    const year = new Date(ms).getFullYear();
    if (year === lastYear) continue;
    lastYear = year;
    const at = contentPx <= 0 ? 0 : (top / contentPx) * trackPx;
    const before = marks.at(-1);
    if (at > trackPx - leastApartPx / 2 || (before !== undefined && at - before.at < leastApartPx)) continue;
    marks.push({ text: String(year), at });
  }
  return marks;
}

/** The stop that a key leads to; page keys go by years. Null: the key moves nothing. */
export function stopAfterKey(key: string, stops: readonly ScrubberStop[], index: number): number | null {
  const yearOf = (at: number) => new Date(stops[at]?.ms ?? 0).getFullYear();
  const within = (at: number) => Math.min(stops.length - 1, Math.max(0, at));
  const byYear = (step: 1 | -1) => {
    let at = index;
    while (stops[at] !== undefined && yearOf(at) === yearOf(index)) at += step;
    // Back to where that year begins.
    const year = yearOf(within(at));
    if (step < 0) while (stops[at - 1] !== undefined && yearOf(at - 1) === year) at--;
    return within(at);
  };
  const moves: Record<string, () => number> = {
    ArrowUp: () => within(index - 1),
    ArrowDown: () => within(index + 1),
    PageUp: () => byYear(-1),
    PageDown: () => byYear(1),
    Home: () => 0,
    End: () => stops.length - 1,
  };
  return moves[key]?.() ?? null;
}

export function stopAt(stops: readonly ScrubberStop[], px: number): number {
  return placeAt(stops, px);
}
