export type DiffLine = { kind: "same" | "gone" | "new"; text: string };

/** Where one text has other lines than the one before, by the longest list of lines that both have. Long texts are compared from the first to the last difference. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: "same", text }));
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end));
  return [...same(a.slice(0, start)), ...middle, ...same(a.slice(a.length - end))];
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function between(a: readonly string[], b: readonly string[]): DiffLine[] {
  const gone = a.map((text): DiffLine => ({ kind: "gone", text }));
  const added = b.map((text): DiffLine => ({ kind: "new", text }));
  if (a.length === 0 || b.length === 0 || a.length * b.length > mostCells) return [...gone, ...added];
  // lengths[i][j]: of the longest list that both have from i and j on.
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row !== undefined) row[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      lines.push({ kind: "same", text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ kind: "gone", text: left });
      i++;
    } else if (right !== undefined) {
      lines.push({ kind: "new", text: right });
      j++;
    }
  }
  return lines;
}

const mostCells = 1_000_000;

/** Those that differ, with two lines around them; null stands for what is left out. */
export function withContext(lines: readonly DiffLine[], around = 2): readonly (DiffLine | null)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same"),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index] === true) return [line];
    return index === 0 || isNear[index - 1] === true ? [null] : [];
  });
}
