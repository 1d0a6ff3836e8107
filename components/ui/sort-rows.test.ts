import { expect, test } from "vitest";
import { sortRows } from "./sort-rows";

const sorted = (values: readonly (string | number | null)[], direction: "up" | "down") =>
  sortRows(values, (value) => value, direction);

test("texts are sorted as people read them, numbers in them by their value", () => {
  expect(sorted(["user-10", "user-9", "Émile", "eve"], "up")).toEqual(["Émile", "eve", "user-9", "user-10"]);
});

test("what has no value stands last in both directions", () => {
  expect(sorted([2, null, 10, 1], "up")).toEqual([1, 2, 10, null]);
  expect(sorted([2, null, 10, 1], "down")).toEqual([10, 2, 1, null]);
});

test("rows that are alike keep their order", () => {
  const rows = [
    { name: "a", at: 1 },
    { name: "b", at: 1 },
    { name: "c", at: 0 },
  ];
  expect(sortRows(rows, ({ at }) => at, "down").map(({ name }) => name)).toEqual(["a", "b", "c"]);
});
