const turnMs = 5;
let turnBeganMs = 0;

/**
 * Lets others have their turn once 5 ms of work have gone by. On quick disks (quick-disks.ts) nothing waits for a thread, and a promise
 * that is there already lets nobody else in: without this a folder of 100,000 entries would hold up every request for a second.
 */
async function takeTurns(): Promise<void> {
  await new Promise(setImmediate);
  turnBeganMs = performance.now();
}

/**
 * Runs `work` on every item, at most `limit` at a time. After a failure no new item begins, and it throws only when all that
 * began have ended: a descriptor they use may then be closed without another file taking its number under them.
 */
export async function eachParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { error: unknown } | null = null;
  const lane = async () => {
    while (next < items.length && failure === null) {
      const index = next++;
      try {
        if (performance.now() - turnBeganMs > turnMs) await takeTurns();
        await work(items[index] as T, index); // index < length
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  const failed = failure as { error: unknown } | null; // the compiler does not see the lanes assign it
  if (failed !== null) throw failed.error;
}
