type Line = { text: string; end: string };

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const match of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ text: text.slice(start, match.index), end: match[0] });
    start = match.index + match[0].length;
  }
  lines.push({ text: text.slice(start), end: "" });
  return lines;
}

/** All line ends as \n: what the editor works on. */
export function toLf(text: string): string {
  return text.includes("\r") ? text.replaceAll(/\r\n|\r/g, "\n") : text;
}

/**
 * Gives an edited text (with \n) the line ends of the original whose ends are mixed: lines before and after the edited part
 * keep their own, the edited part gets the most frequent. An editor with one line end for all would change every line.
 */
export function restoreMixedEol(original: string, edited: string): string {
  const before = linesOf(original);
  const after = linesOf(edited);
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head]?.text === after[head]?.text) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail)?.text === after.at(-1 - tail)?.text) tail++;
  const usual = mostFrequentEnd(before);
  return after
    .map(({ text, end }, index) => {
      if (end === "") return text;
      const fromEnd = after.length - index;
      const own = index < head ? before[index] : fromEnd <= tail ? before.at(-fromEnd) : undefined;
      return text + (own === undefined || own.end === "" ? usual : own.end);
    })
    .join("");
}

const byteOrderMark = "\u{feff}";

/** An edited text with the line ends of the original, and with the byte order mark that it began with. */
export function keepForm(original: string, edited: string): string {
  const [before, after] = [original, edited].map((text) => (text.startsWith(byteOrderMark) ? text.slice(1) : text));
  const mark = original.startsWith(byteOrderMark) ? byteOrderMark : "";
  if (before === undefined || after === undefined || !before.includes("\r")) return mark + (after ?? "");
  return mark + restoreMixedEol(before, toLf(after));
}

function mostFrequentEnd(lines: readonly Line[]): string {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== "") counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? "\n";
}
