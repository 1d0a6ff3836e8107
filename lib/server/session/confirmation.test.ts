import { expect, test } from "vitest";
import { isConfirmed, noteConfirmed } from "./confirmation";

test("a password counts for ten minutes, for its session only", () => {
  noteConfirmed("mine", 1_000_000);
  expect(isConfirmed("mine", 1_000_000 + 599_999)).toBe(true);
  expect(isConfirmed("mine", 1_000_000 + 600_000)).toBe(false);
  expect(isConfirmed("other", 1_000_000)).toBe(false);
});

test("the oldest is forgotten first", () => {
  for (let index = 0; index <= 10_000; index++) noteConfirmed(`session-${index}`, 2_000_000);
  expect(isConfirmed("session-0", 2_000_001)).toBe(false);
  expect(isConfirmed("session-1", 2_000_001)).toBe(true);
  expect(isConfirmed("session-10000", 2_000_001)).toBe(true);
});
