import { expect, test } from "vitest";
import { usedOf, usedShare } from "./volume-use";

test.each([
  [{ used: 0, available: 10 }, 0],
  [{ used: 1, available: 999_999 }, 0.01],
  [{ used: 70, available: 20 }, 0.78],
  [{ used: 50, available: 50 }, 0.5],
  [{ used: 7, available: 93 }, 0.07],
  [{ used: 90, available: 0 }, 1],
  [{ used: 0, available: 0 }, null],
])("%j is full to %s", (volume, share) => {
  expect(usedShare(volume)).toBe(share);
});

test("what is kept for root is not used", () => {
  expect(usedOf({ total: 100, free: 30 })).toBe(70);
});
