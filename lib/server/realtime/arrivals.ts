/** What arrives for one reader, in its order, until the signal fires: then the reader is through, whatever is left. */
export function createArrivals<T>(signal: AbortSignal) {
  const queue = new Map<unknown, T>();
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  return {
    /** With a key it takes the place of the one before it that has the same and was not taken yet. */
    add(item: T, key: unknown = Symbol("unlike any other")): void {
      queue.set(key, item);
      wake();
    },
    count: () => queue.size,
    clear: () => queue.clear(),
    async *[Symbol.asyncIterator](): AsyncGenerator<T> {
      while (!signal.aborted) {
        const [next] = queue;
        if (next === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else {
          queue.delete(next[0]);
          yield next[1];
        }
      }
    },
  };
}
