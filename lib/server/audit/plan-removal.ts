import { weights } from "./line-weight";

/** What only administrators may fill, of what users and they do. */
const rootShare = 0.25;
/** Of all rows, what one user may fill before theirs go first: so much of what does nothing, refused or only looked at, and so much of everything. */
const idleShare = 0.05;
const userShare = 0.25;

const every = [...weights.keys()];
const idle = [weights.indexOf("refused"), weights.indexOf("passing")];

/** Lines of each user, by the place of their weight in `weights`. */
export type ByWeight = readonly Map<string, number>[];
type Holding = { who: string; count: number };

/**
 * How many of the oldest lines of each go, by their weight, until there are no more than `rows`. First what does nothing, of whoever has very much of it; then, of the lightest on,
 * lines of whoever has more than a quarter of all, or than an even share where few have any; only then the lightest of all, of whoever has most of them. So
 * neither many heavy lines of one push out the lighter ones of others, nor what does nothing the heavy ones of whoever has many.
 */
export function planRemoval(byWeight: ByWeight, isRoot: ReadonlySet<string>, rows: number): ByWeight {
  const left = byWeight.map((counts) => new Map(counts));
  const plan = byWeight.map(() => new Map<string, number>());
  const totals = [...totalsOf(left, every)];
  const sum = (counts: readonly (readonly [string, number])[]) => counts.reduce((all, [, count]) => all + count, 0);
  let over = sum(totals) - rows;
  /** How many administrators may lose. */
  let rootsOver = Math.max(0, sum(totals.filter(([who]) => isRoot.has(who))) - Math.floor(rows * rootShare));

  function take({ who, count }: Holding, places: readonly number[]): void {
    let more = count;
    for (const place of places) {
      const has = left[place]?.get(who) ?? 0;
      const taken = Math.min(has, more);
      if (taken === 0) continue;
      left[place]?.set(who, has - taken);
      plan[place]?.set(who, (plan[place].get(who) ?? 0) + taken);
      more -= taken;
    }
    over -= count;
    if (isRoot.has(who)) rootsOver -= count;
  }

  /** From whoever has most lines of these weights, as long as that is more than `bound`. */
  function takeDownTo(bound: number, places: readonly number[]): void {
    const counts = totalsOf(left, places);
    while (over > 0) {
      const [most, next] = largestTwo(counts, (who) => rootsOver > 0 || !isRoot.has(who));
      if (most === null || most.count <= bound) break;
      // Among equals not one by one.
      const share = Math.max(most.count - (next?.count ?? 0), 100);
      const count = Math.min(most.count - bound, over, share, isRoot.has(most.who) ? rootsOver : Infinity);
      take({ who: most.who, count }, places);
      counts.set(most.who, most.count - count);
    }
  }

  takeDownTo(Math.floor(rows * idleShare), idle);
  takeDownTo(Math.floor(Math.max(rows * userShare, rows / Math.max(1, totals.length))), every);
  for (const place of every) takeDownTo(0, [place]);
  return plan;
}

function totalsOf(byWeight: ByWeight, places: readonly number[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const place of places)
    for (const [who, count] of byWeight[place] ?? []) totals.set(who, (totals.get(who) ?? 0) + count);
  return totals;
}

function largestTwo(
  counts: ReadonlyMap<string, number>,
  mayLose: (who: string) => boolean,
): [most: Holding | null, next: Holding | null] {
  let [most, next]: [Holding | null, Holding | null] = [null, null];
  for (const [who, count] of counts) {
    if (!mayLose(who)) continue;
    if (most === null || count > most.count) [most, next] = [{ who, count }, most];
    else if (next === null || count > next.count) next = { who, count };
  }
  return [most, next];
}
