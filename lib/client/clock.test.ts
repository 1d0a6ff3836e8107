import { createFormatter } from "next-intl";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock } from "./clock";

const startMs = Date.UTC(2026, 0, 1, 12);

beforeEach(() => vi.useFakeTimers({ now: startMs }));
afterEach(() => vi.useRealTimers());

test("an age goes on for as long as it is shown, by one timer for all", () => {
  const format = createFormatter({ locale: "en" });
  const said: string[] = [];
  const listen = () => clock.subscribe(() => said.push(format.relativeTime(startMs - 29_000, clock.nowMs())));
  const stops = Array.from({ length: 50 }, listen);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual(Array.from({ length: 50 }, () => "30 seconds ago"));
  for (const stop of stops.slice(1)) stop();
  vi.advanceTimersByTime(44_000);
  expect(said.at(-1)).toBe("1 minute ago");
  stops[0]?.();
  expect(vi.getTimerCount()).toBe(0);
});

test("after a pause it is right at once", () => {
  clock.subscribe(() => undefined)();
  vi.setSystemTime(startMs + 3_600_000);
  expect(clock.nowMs()).toBe(startMs + 3_600_000);
  const stop = clock.subscribe(() => undefined);
  expect(clock.nowMs()).toBe(startMs + 3_600_000);
  stop();
});
