import { expect, it } from "vitest";
import { fitOf } from "./picture-fit";

it.each([
  [4000, 3000, "cover"],
  [3000, 4000, "cover"],
  [6000, 1500, "whole"],
  [1500, 6000, "whole"],
  [48, 48, "own"],
  [16, 100, "own"],
  [0, 0, "whole"],
])("%d × %d: %s", (width, height, fit) => {
  expect(fitOf({ width, height })).toBe(fit);
});
