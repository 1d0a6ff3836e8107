import type { Ctx } from "@/lib/server/runtime/ctx";
import { openTurn, type Turn } from "@/lib/server/entries/kept/following";
import type { Placed } from "@/lib/server/storage/placed";
import { endsOf } from "./follow-moves";
import { newestVersion, type Batch } from "./move-versions";

/** So many, or so long in UTF-16 code units, follow at once; paths may be long. A server that is killed loses no more. */
const [mostPlaced, mostLength] = [500, 1_048_576];
/** Nor do they wait for much longer: what gets the old name would be taken for them. */
const waitMs = 250;

export type Follower = {
  onPlaced: (placed: Placed) => Promise<void> | undefined;
  /** A part of the work. Of a thousand short ones that replace nothing not each asks the database. */
  during: <T extends { replaced: number }>(work: () => Promise<T>) => Promise<T>;
  /** Whatever waits. */
  end: () => Promise<void>;
};

/**
 * Gathers what a move tells while it runs, however much that is, and lets `follow`, which must not reject, have it in batches, one after the other, each in the
 * turn of its places: that is taken with the first, and whoever has to do with these places ends the batch.
 */
export function createFollower(ctx: Pick<Ctx, "db">, follow: (batch: Batch) => Promise<void>): Follower {
  let waiting: Placed[] = [];
  let turn: Turn | null = null;
  let [length, sinceMs] = [0, 0];
  let last = Promise.resolve();

  let timer: NodeJS.Timeout | undefined;

  function end(): Promise<void> {
    clearTimeout(timer);
    if (turn === null) return last;
    const batch = { placed: waiting, newest: newestVersion(ctx) };
    const before = last;
    last = turn.run(() => before.then(() => follow(batch)));
    [turn, waiting, length] = [null, [], 0];
    return last;
  }

  function gather(placed: Placed): void {
    const places = endsOf(placed);
    if (turn?.add(places) !== true) {
      void end();
      turn = openTurn(() => void end());
      turn.add(places);
      sinceMs = performance.now();
      // What comes next may be large.
      timer = setTimeout(() => void end(), waitMs).unref();
    }
    waiting.push(placed);
    length += placed.fromPlace.length + placed.toPlace.length;
  }

  const isOld = () => waiting.length > 0 && performance.now() - sinceMs >= waitMs;

  return {
    end,
    async during(work) {
      let mayWait = false;
      try {
        const done = await work();
        mayWait = done.replaced === 0 && !isOld();
        return done;
      } finally {
        if (!mayWait) await end();
      }
    },
    onPlaced(placed) {
      gather(placed);
      return waiting.length >= mostPlaced || length >= mostLength || isOld() ? end() : undefined;
    },
  };
}
