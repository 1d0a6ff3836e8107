import { setImmediate } from "node:timers/promises";

/** The longest time, while the work goes on, that nobody else had a turn of the event loop: as a share of all of it. 1 is work that lets nobody in. */
export async function heldShare(work: () => Promise<unknown>): Promise<number> {
  const looking = { isOver: false };
  let longestMs = 0;
  const look = async () => {
    for (let beganMs = performance.now(); !looking.isOver; beganMs = performance.now()) {
      await setImmediate();
      longestMs = Math.max(longestMs, performance.now() - beganMs);
    }
  };
  const beganMs = performance.now();
  const looked = look();
  await work();
  const tookMs = performance.now() - beganMs;
  looking.isOver = true;
  await looked;
  return longestMs / tookMs;
}

/** What a call costs the thread that finds everything ready. */
export function spin(ms: number): void {
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;);
}
