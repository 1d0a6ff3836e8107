/** What is searched for; null where there is nothing, `problem` where it is no regular expression. */
export type Wanted = { pattern: RegExp | null; isProblem: boolean };

/** Small letters stand for capitals as well, unless there is a capital. */
export function wantedOf(text: string, isRegExp: boolean): Wanted {
  if (text === "") return { pattern: null, isProblem: false };
  const flags = /\p{Lu}/u.test(text.replaceAll(/\\./g, "")) ? "g" : "gi";
  try {
    const source = isRegExp ? text : text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
    return { pattern: new RegExp(source, flags), isProblem: false };
  } catch {
    return { pattern: null, isProblem: true };
  }
}

const mostInLine = 200;

/** Where in a text, from and to. */
export function hitsIn(text: string, pattern: RegExp | null): readonly (readonly [number, number])[] {
  if (pattern === null) return [];
  const hits: (readonly [number, number])[] = [];
  for (const match of text.matchAll(pattern)) {
    // A pattern may match nothing at all.
    if (match[0] !== "") hits.push([match.index, match.index + match[0].length]);
    if (hits.length >= mostInLine) break;
  }
  return hits;
}

/** Whether something is found in a line. Lines stay what they are, and there can be many: each is looked at once. */
export function createHitTest(pattern: RegExp | null): (line: { plain: string }) => boolean {
  const known = new WeakMap<object, boolean>();
  return (line) => {
    const before = known.get(line);
    if (before !== undefined) return before;
    const now = hitsIn(line.plain, pattern).length > 0;
    known.set(line, now);
    return now;
  };
}

/** A piece of a line in parts that are hit, and parts that are not. `from`: where the piece begins in the line. */
export function splitAt(text: string, from: number, hits: readonly (readonly [number, number])[]) {
  const parts: { text: string; isHit: boolean }[] = [];
  let at = 0;
  for (const [start, end] of hits) {
    const [first, last] = [Math.max(0, start - from), Math.min(text.length, end - from)];
    if (last <= at || first >= text.length) continue;
    if (first > at) parts.push({ text: text.slice(at, first), isHit: false });
    parts.push({ text: text.slice(Math.max(at, first), last), isHit: true });
    at = last;
  }
  if (at < text.length) parts.push({ text: text.slice(at), isHit: false });
  return parts;
}
