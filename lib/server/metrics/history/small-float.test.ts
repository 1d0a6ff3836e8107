import { expect, test } from "vitest";
import { decodeFigure, encodeFigure } from "./small-float";

const again = (value: number | null) => decodeFigure(encodeFigure(value));

test("figures of every size come back within a thousandth, with their sign", () => {
  for (let size = 0.001; size < 2e15; size *= 1.37)
    for (const value of [size, -size]) {
      const back = again(value);
      expect(Math.abs((back ?? Infinity) - value) / size).toBeLessThanOrEqual(0.001);
    }
});

test("nothing, zero, what is too small and what is too large", () => {
  expect([null, Number.NaN, Infinity].map(again)).toEqual([null, null, null]);
  expect([0, 0.0001, -0.0001].map(again)).toEqual([0, 0, 0]);
  expect([again(1), again(0.5), again(-5)]).toEqual([1, 0.5, -5]);
  expect(again(1e18)).toBeGreaterThan(4e15);
  expect(again(-1e18)).toBeLessThan(-4e15);
});
