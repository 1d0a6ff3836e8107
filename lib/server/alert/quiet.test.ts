import { expect, it } from "vitest";
import { isQuiet } from "./quiet";

const at = (hours: number, minutes = 0) => new Date(2026, 4, 5, hours, minutes).getTime();

it("is quiet from the first minute to the one before the last, over midnight too", () => {
  const night = { from: 22 * 60, to: 7 * 60 };
  expect([21, 22, 23, 0, 6, 7, 12].map((hour) => isQuiet(night, at(hour)))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
    false,
  ]);
  const noon = { from: 12 * 60, to: 13 * 60 + 30 };
  expect([at(11, 59), at(12), at(13, 29), at(13, 30)].map((ms) => isQuiet(noon, ms))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

it("is never quiet without a time, or with an empty one", () => {
  expect(isQuiet(null, at(3))).toBe(false);
  expect(isQuiet({ from: 60, to: 60 }, at(1))).toBe(false);
});
