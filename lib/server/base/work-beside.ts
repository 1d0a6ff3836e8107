/** Work that goes on beside the reading of what comes next, so much at a time. */
export type WorkBeside = {
  /** Begins it, and waits until there is room for another. */
  add(work: () => Promise<void>): Promise<void>;
  /** Resolves when all that began has ended. */
  all(): Promise<void>;
  /** Throws the first failure, once there is one. */
  assertNoneFailed(): void;
};

export function createWorkBeside(maxParallel: number): WorkBeside {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let wake = () => {};
  return {
    async add(work) {
      const one = work()
        .catch((error: unknown) => void failures.push(error))
        .then(() => {
          running.delete(one);
          wake();
        });
      running.add(one);
      // Not a race of them all: that would add a reaction to each, for every piece of work.
      while (running.size >= maxParallel) await new Promise<void>((resolve) => (wake = resolve));
    },
    async all() {
      await Promise.all(running);
    },
    assertNoneFailed() {
      if (failures.length > 0) throw failures[0];
    },
  };
}
