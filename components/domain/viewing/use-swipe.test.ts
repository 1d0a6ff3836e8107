import { expect, it } from "vitest";
import { swipeOf } from "./use-swipe";

it.each([
  [{ dx: -120, dy: 10, tookMs: 200 }, "left"],
  [{ dx: 90, dy: -40, tookMs: 300 }, "right"],
  [{ dx: 40, dy: 0, tookMs: 100 }, null],
  [{ dx: 100, dy: 90, tookMs: 200 }, null],
  [{ dx: 200, dy: 0, tookMs: 900 }, null],
])("%j is %s", (movement, side) => {
  expect(swipeOf(movement)).toBe(side);
});
