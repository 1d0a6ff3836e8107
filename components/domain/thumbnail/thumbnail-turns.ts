type Waiting = { begin: () => void; isUrgent: boolean };

/** Lets so many pieces of work run at once; what is urgent goes first, and what nobody wants any more never begins. */
export function makeTurns(maxParallel: number) {
  let running = 0;
  const waiting: Waiting[] = [];

  const next = () => {
    if (running >= maxParallel) return;
    const urgent = waiting.findIndex(({ isUrgent }) => isUrgent);
    const [one] = waiting.splice(Math.max(0, urgent), 1);
    if (one === undefined) return;
    running++;
    one.begin();
  };

  const turnOf = (signal: AbortSignal, isUrgent: boolean) =>
    new Promise<void>((resolve, reject) => {
      const turn = { begin: resolve, isUrgent };
      waiting.push(turn);
      signal.addEventListener("abort", () => {
        const at = waiting.indexOf(turn);
        if (at < 0) return;
        waiting.splice(at, 1);
        reject(new DOMException("given up", "AbortError"));
      });
      next();
    });

  return {
    /** Rejects as the work does, or with AbortError when `signal` comes before its turn. */
    async take<T>(work: () => Promise<T>, signal: AbortSignal, { isUrgent }: { isUrgent: boolean }): Promise<T> {
      signal.throwIfAborted();
      await turnOf(signal, isUrgent);
      try {
        return await work();
      } finally {
        running--;
        next();
      }
    },
  };
}
