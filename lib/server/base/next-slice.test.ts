import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPace, nextSlice } from "./next-slice";

test("of many long jobs one goes on in each turn, so that a short one is not behind all of them", async () => {
  const slices: string[] = [];
  const job = async (name: string) => {
    for (let slice = 0; slice < 5; slice++) {
      await nextSlice();
      slices.push(name);
    }
  };
  const jobs = Promise.all(["a", "b", "c", "d"].map(job));
  const perTurn: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    const before = slices.length;
    await setImmediate();
    perTurn.push(slices.length - before);
  }
  expect(Math.max(...perTurn)).toBe(1);
  await jobs;
  // Each in its turn.
  expect(slices.slice(0, 8)).toEqual(["a", "b", "c", "d", "a", "b", "c", "d"]);
});

test("a job that finds everything ready lets others in once its time is over", async () => {
  const pace = createPace(1);
  const job = { isOver: false };
  globalThis.setImmediate(() => (job.isOver = true));
  const until = performance.now() + 10_000;
  while (!job.isOver && performance.now() < until) await pace();
  expect(job.isOver).toBe(true);
});
