import { setImmediate } from "node:timers/promises";
import { costMs, aMoment, type Verdict } from "./verdict";

/** The longest that nobody else had a turn of the event loop while the work went on, and how long all of it took; in ms. */
export async function longestHold(work: () => Promise<unknown>): Promise<{ holdMs: number; tookMs: number }> {
  const looking = { isOver: false };
  let holdMs = 0;
  const look = async () => {
    for (let beganMs = performance.now(); !looking.isOver; beganMs = performance.now()) {
      await setImmediate();
      holdMs = Math.max(holdMs, performance.now() - beganMs);
    }
  };
  const beganMs = performance.now();
  const looked = look();
  await work();
  const tookMs = performance.now() - beganMs;
  looking.isOver = true;
  await looked;
  return { holdMs, tookMs };
}

/** Which share of its time a long job keeps everybody else waiting at once; `most` of 1, which is a job that lets nobody in. */
export function holds(name: string, work: () => Promise<unknown>, most: number): Verdict {
  return {
    name,
    unit: "share",
    most,
    measure: async () => {
      let best = 1;
      for (let round = 0; round < 3; round++) {
        const { holdMs, tookMs } = await longestHold(work);
        best = Math.min(best, holdMs / tookMs);
      }
      return { figure: best, control: 1 };
    },
  };
}

/** How long others wait for their turn at most while a job goes on, beside what the machine does in a moment. */
export function keepsWaiting(name: string, work: () => Promise<unknown>, most: number): Verdict {
  return {
    name,
    unit: "ms",
    most,
    measure: async () => {
      const control = await costMs(aMoment);
      let best = Infinity;
      for (let round = 0; round < 3; round++) best = Math.min(best, (await longestHold(work)).holdMs);
      return { figure: best, control: Math.max(control, await costMs(aMoment)) };
    },
  };
}
