import { expect, test } from "vitest";
import { formatDuration, speedOf, withSample, type SpeedSample } from "./speed-meter";

const measure = (...samples: [atMs: number, bytes: number][]) =>
  samples.reduce<readonly SpeedSample[]>((all, [atMs, bytes]) => withSample(all, { atMs, bytes }), []);

test("speed over the last six seconds", () => {
  expect(speedOf(measure([0, 0]))).toBe(0);
  expect(speedOf(measure([0, 0], [1000, 500]))).toBe(500);
  expect(speedOf(measure([0, 0], [10_000, 1000], [12_000, 5000]))).toBe(2000);
  expect(speedOf(measure([0, 0], [1000, 900], [2000, 100], [3000, 300]))).toBe(200);
});

test.each([
  [41, "0:41"],
  [725, "12:05"],
  [3725, "1:02:05"],
  [-3, "0:00"],
])("%d s is %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
