/** What one group after the other leaves idle is most of the time: opening. Each holds a megabyte at most. */
const maxAhead = 2;

/** Prepares the items that come next while one is worked on; they come in their order. */
export async function* readAhead<T, R>(
  items: AsyncIterable<T>,
  prepare: (item: T) => Promise<R>,
): AsyncGenerator<R, void, undefined> {
  const iterator = items[Symbol.asyncIterator]();
  const waiting: Promise<R>[] = [];
  let isOver = false;
  try {
    for (;;) {
      while (!isOver && waiting.length < maxAhead) {
        const step = await iterator.next();
        isOver = step.done === true;
        if (step.done === true) break;
        const ready = prepare(step.value);
        ready.catch(() => {}); // thrown when its turn comes
        waiting.push(ready);
      }
      const next = waiting.shift();
      if (next === undefined) return;
      yield await next;
    }
  } finally {
    await Promise.allSettled(waiting);
    await iterator.return?.();
  }
}
