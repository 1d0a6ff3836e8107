/** A line of a text, with its number from 1. */
export type DiffSide = { number: number; text: string };
/** What stands side by side: on one side only where there is nothing for it on the other. */
export type DiffRow = { kind: "same" | "changed"; before: DiffSide | null; after: DiffSide | null };

/** As many comparisons as take no time that anybody notices. */
const mostCells = 4_000_000;

/** The lines of two texts beside each other. Beyond some 2,000 lines that differ, those are one block. An end of line at the end of a text is none of its lines. */
export function diffLines(before: string, after: string): DiffRow[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;

  const rows: DiffRow[] = [];
  let [i, j] = [0, 0];
  const side = (lines: readonly string[], at: number): DiffSide => ({ number: at + 1, text: lines[at] ?? "" });
  const toSame = (untilI: number, untilJ: number) => {
    for (; i < untilI || j < untilJ; i++, j++)
      rows.push({
        kind: "changed",
        before: i < untilI ? side(a, i) : null,
        after: j < untilJ ? side(b, j) : null,
      });
    [i, j] = [untilI, untilJ];
  };
  const same = () => rows.push({ kind: "same", before: side(a, i++), after: side(b, j++) });
  for (let at = 0; at < start; at++) same();
  const middle = { a: a.slice(start, a.length - end), b: b.slice(start, b.length - end) };
  for (const [x, y] of commonOf(middle.a, middle.b)) {
    toSame(start + x, start + y);
    same();
  }
  toSame(a.length - end, b.length - end);
  for (let at = 0; at < end; at++) same();
  return rows;
}

/** Rows that differ, and some around them; a number stands for as many that are left out. */
export function withContext(rows: readonly DiffRow[], around = 3): (DiffRow | number)[] {
  const isNear = new Set<number>();
  for (const [index, { kind }] of rows.entries())
    if (kind === "changed") for (let at = index - around; at <= index + around; at++) isNear.add(at);
  const shown: (DiffRow | number)[] = [];
  for (const [index, row] of rows.entries()) {
    const last = shown.at(-1);
    if (isNear.has(index)) shown.push(row);
    else if (typeof last === "number") shown[shown.length - 1] = last + 1;
    else shown.push(1);
  }
  return shown;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The places of the longest list of lines that both have, from the first to the last. */
function commonOf(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  if (a.length * b.length > mostCells) return [];
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const places: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) places.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return places;
}
