import { setImmediate } from "node:timers/promises";

/**
 * While the work goes on: how often others had their turn of the event loop, and how many steps of it were done between two of them, at most. `done`: how many are, so far.
 * Counts are the same on a slow machine; how long others wait is measured in bench/verdicts/turns.ts.
 */
export async function countTurns(
  work: () => Promise<unknown>,
  done: () => number = () => 0,
): Promise<{ turns: number; mostSteps: number }> {
  const looking = { isOver: false };
  let [turns, mostSteps, before] = [0, 0, done()];
  const look = () => {
    const now = done();
    mostSteps = Math.max(mostSteps, now - before);
    before = now;
  };
  const looked = (async () => {
    while (!looking.isOver) {
      await setImmediate();
      turns++;
      look();
    }
  })();
  try {
    await work();
  } finally {
    looking.isOver = true;
  }
  await looked;
  look();
  return { turns, mostSteps };
}

/** What a call costs the thread that finds everything ready. */
export function spin(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}
