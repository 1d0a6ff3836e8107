/**
 * What the database keeps by the place of an entry follows it in many statements, with others' turns in between. Whoever has to do with the same places
 * meanwhile comes after that, in the order in which the disk was changed: each job has its place in line from before it first waits for anything.
 */
type Job = {
  places: Places;
  done: Promise<void>;
  /** Ends the gathering of one that may still get places; null: it has them all. */
  close: (() => void) | null;
};

/** In order: each waits for earlier ones alone, so that none can wait for itself. */
const jobs = new Set<Job>();

export type Turn = {
  /** False where somebody came later who has to do with one of these places, or it is closed: then it takes another turn. */
  add(places: readonly string[]): boolean;
  /** Closes it, at once, and does the work when all earlier ones at these places are over, however they ended. Must not take a turn in it. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/** A turn that gets its places one by one; whoever waits for it calls `close`, which must run it. */
export function openTurn(close: () => void): Turn {
  return take(new Places(), close);
}

/** Does what must not meet anything else that follows from or to these places, or what is above or below them. Its work must not take a turn. */
export function inTurn<T>(places: readonly string[], work: () => Promise<T>): Promise<T> {
  return take(new Places(places), null).run(work);
}

function take(places: Places, close: Job["close"]): Turn {
  let end = () => {};
  const done = new Promise<void>((resolve) => {
    end = resolve;
  });
  const job: Job = { places, done, close };
  jobs.add(job);
  return {
    add(more) {
      if (job.close === null) return false;
      const added = new Places(more);
      let isLater = false;
      for (const other of jobs) {
        if (isLater && other.places.overlaps(added)) return false;
        if (other === job) isLater = true;
      }
      places.add(added);
      return true;
    },
    async run(work) {
      job.close = null;
      const earlier: Promise<void>[] = [];
      for (const other of jobs) {
        if (other === job) break;
        if (!other.places.overlaps(places)) continue;
        other.close?.();
        earlier.push(other.done);
      }
      try {
        await Promise.all(earlier);
        return await work();
      } finally {
        jobs.delete(job);
        end();
      }
    },
  };
}

/** What comes to be at this place from now on is none of what went from it before. */
export function closeTurnsAt(place: string): void {
  const at = new Places([place]);
  for (const { places, close } of jobs) if (close !== null && places.overlaps(at)) close();
}

/** Whether anything is still to follow from or to the place, or what is above or below it. */
export function isFollowing(place: string): boolean {
  if (jobs.size === 0) return false;
  const at = new Places([place]);
  return [...jobs].some(({ places }) => places.overlaps(at));
}

/** Waits for what is on its way now: what is read before would miss some. `isListing`: of the place and of what is right in it alone. */
export async function untilFollowed(place: string, { isListing = false } = {}): Promise<void> {
  if (jobs.size === 0) return;
  const at = new Places([place]);
  const earlier = [...jobs].filter(({ places }) => (isListing ? places.isNear(place) : places.overlaps(at)));
  for (const { close } of earlier) close?.();
  await Promise.all(earlier.map(({ done }) => done));
}

/** Few enough to be compared with each of the others. */
const few = 8;

/** A merge of trees has thousands, and comes in parts that are compared with each other. */
class Places {
  private readonly all: string[];
  /** In order, and without what is below another one. */
  private sorted: readonly string[] | null = null;

  constructor(places: readonly string[] = []) {
    this.all = places.map(toFolder);
  }

  add({ all }: Places): void {
    for (const one of all) this.all.push(one);
    this.sorted = null;
  }

  overlaps(other: Places): boolean {
    const [some, many] = this.all.length < other.all.length ? [this, other] : [other, this];
    if (some.all.length <= few) return some.all.some((one) => many.all.some((place) => meet(one, place)));
    const inOrder = many.inOrder();
    return some.all.some((one) => {
      const index = firstFrom(inOrder, one);
      return [inOrder[index - 1], inOrder[index]].some((place) => place !== undefined && meet(one, place));
    });
  }

  isNear(place: string): boolean {
    const at = toFolder(place);
    return this.all.some(
      (one) => at.startsWith(one) || (one.startsWith(at) && one.indexOf("/", at.length) === one.length - 1),
    );
  }

  private inOrder(): readonly string[] {
    if (this.sorted !== null) return this.sorted;
    const sorted: string[] = [];
    for (const one of this.all.toSorted(byUnits)) {
      const above = sorted.at(-1);
      if (above === undefined || !one.startsWith(above)) sorted.push(one);
    }
    this.sorted = sorted;
    return sorted;
  }
}

const toFolder = (place: string) => (place.endsWith("/") ? place : `${place}/`);
const meet = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);
const byUnits = (a: string, b: string) => Number(a > b) - Number(a < b);

function firstFrom(sorted: readonly string[], wanted: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? "") < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
