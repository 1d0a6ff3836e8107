import { expect, test } from "vitest";
import { untilTurned } from "./until-turned";

test("calls that go on one after the other let others in", async () => {
  const job = { isOver: false, calls: 0 };
  setImmediate(() => (job.isOver = true));
  const until = performance.now() + 10_000;
  while (!job.isOver && performance.now() < until) {
    await untilTurned();
    job.calls++;
  }
  expect(job.isOver).toBe(true);
});

test("where the loop has turned just now, nothing is waited for", async () => {
  await untilTurned(60_000);
  expect(untilTurned(60_000)).toBeUndefined();
});
