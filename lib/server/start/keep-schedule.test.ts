import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { keepSchedule } from "./keep-schedule";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a round is passed over while the one before goes on, and they go on after it, however it ended", async () => {
  const stopping = new AbortController();
  const app = startAppOf({ stopping: stopping.signal, log: pino({ level: "silent" }) });
  let begun = 0;
  let fail: (error: Error) => void = () => {};
  const run = () => {
    begun++;
    return new Promise<void>((_, reject) => {
      fail = reject;
    });
  };
  keepSchedule(app, { everyMs: 1_000, firstMs: 100, failed: "it failed", run });
  await vi.advanceTimersByTimeAsync(5_500);
  expect(begun).toBe(1);
  fail(new Error("gone"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(begun).toBe(2);
  stopping.abort();
  fail(new Error("gone"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(begun).toBe(2);
});
