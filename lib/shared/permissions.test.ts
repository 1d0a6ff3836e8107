import { expect, it } from "vitest";
import { permissions } from "./permissions";

it("gives every permission a number of its own, and none of the two that are reserved", () => {
  const numbers = Object.values(permissions).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers).not.toContain(24);
  expect(numbers).not.toContain(25);
});
