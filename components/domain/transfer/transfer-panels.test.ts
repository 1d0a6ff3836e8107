import { expect, test } from "vitest";
import { meanFraction } from "./transfer-panels";

test.each([
  [[], null],
  [[0.5], 0.5],
  [[0, 1], 0.5],
  [[0.5, null], null],
])("together %j are at %s", (fractions, mean) => {
  expect(meanFraction(fractions)).toBe(mean);
});
