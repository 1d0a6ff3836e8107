import { afterEach, expect, test, vi } from "vitest";
import { isKnownStart, whileStarting } from "./known-starts";

afterEach(() => vi.useRealTimers());

test("a start is known however long it took to stop before", async () => {
  vi.useFakeTimers();
  const begun = Date.now();
  const restarting = whileStarting("a", () => new Promise((resolve) => setTimeout(resolve, 300_000)));
  await vi.advanceTimersByTimeAsync(299_000);
  const startedMs = Date.now();
  expect(isKnownStart("a", startedMs)).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  await restarting;
  expect([startedMs, Date.now() + 30_000].map((atMs) => isKnownStart("a", atMs))).toEqual([true, true]);
  expect([begun - 120_000, Date.now() + 120_000].map((atMs) => isKnownStart("a", atMs))).toEqual([false, false]);
  expect(isKnownStart("b", startedMs)).toBe(false);
});
