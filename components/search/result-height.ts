import type { Found } from "./search-state";

/** As search-results.module.css has them. */
const rowPx = { desktop: 46, mobile: 56 };
const linePx = 20;
const linesEndPx = 8;
const linesShown = 5;

/** The lines of a file that are shown below its name, and whether it has more. */
export function shownLines({ lines = [], more = false }: Found) {
  return { lines: lines.slice(0, linesShown), hidden: more || lines.length > linesShown };
}

export function resultHeight(hit: Found, isMobile: boolean): number {
  const { lines, hidden } = shownLines(hit);
  const count = lines.length + (hidden ? 1 : 0);
  return (isMobile ? rowPx.mobile : rowPx.desktop) + (count === 0 ? 0 : count * linePx + linesEndPx);
}
