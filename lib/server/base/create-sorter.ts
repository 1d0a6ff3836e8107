import { setImmediate } from "node:timers/promises";

/** Comparing so many takes a few milliseconds; then others have their turn. */
const atOnce = 4_096;

/** Sorts what comes in pages, and lets the process answer others meanwhile: 100,000 names at once take it a second. */
export function createSorter<T>(compare: (a: T, b: T) => number) {
  /** Each at least twice as long as the next. */
  const runs: T[][] = [];

  async function mergeLast(): Promise<void> {
    const [right = [], left = []] = [runs.pop(), runs.pop()];
    runs.push(await merge(left, right, compare));
  }

  return {
    /** Stable: equal ones stay in the order they came in. */
    async add(page: readonly T[]): Promise<void> {
      runs.push(page.toSorted(compare));
      while (runs.length > 1 && (runs.at(-2)?.length ?? 0) < 2 * (runs.at(-1)?.length ?? 0)) await mergeLast();
    },
    async end(): Promise<T[]> {
      while (runs.length > 1) await mergeLast();
      return runs[0] ?? [];
    },
  };
}

async function merge<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  const out: T[] = [];
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    const [one, other] = [left[a] as T, right[b] as T]; // within both
    if (compare(one, other) <= 0) {
      out.push(one);
      a++;
    } else {
      out.push(other);
      b++;
    }
    if (out.length % atOnce === 0) await setImmediate();
  }
  for (; a < left.length; a++) out.push(left[a] as T); // within it
  for (; b < right.length; b++) out.push(right[b] as T); // within it
  return out;
}
