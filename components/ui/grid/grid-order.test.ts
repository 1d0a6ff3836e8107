import { expect, test } from "vitest";
import { holdOrder, nextSort, placeFlat, placeTree } from "./grid-order";

const rows = [
  { id: "a", parent: null, size: 2 },
  { id: "b", parent: "a", size: 1 },
  { id: "c", parent: "a", size: 3 },
  { id: "d", parent: "gone", size: 9 },
  { id: "e", parent: "b", size: 5 },
  { id: "f", parent: "f", size: 0 },
];
const bySize = (x: { size: number }, y: { size: number }) => y.size - x.size;
const tree = (closed: readonly string[] = []) =>
  placeTree(rows, bySize, { parentOf: ({ parent }) => parent, isClosed: (id) => closed.includes(id) }).map(
    ({ id, level, isOpen }) => `${"  ".repeat(level)}${isOpen === null ? "" : isOpen ? "-" : "+"}${id}`,
  );

test("a list is in the order of the comparison", () => {
  expect(placeFlat(rows, bySize).map(({ id }) => id)).toEqual(["d", "e", "c", "a", "b", "f"]);
});

test("in a tree each level is; who has no parent, or is their own, stands at the top", () => {
  expect(tree()).toEqual(["d", "-a", "  c", "  -b", "    e", "f"]);
});

test("what is closed hides all below it", () => {
  expect(tree(["a"])).toEqual(["d", "+a", "f"]);
  expect(tree(["b"])).toEqual(["d", "-a", "  c", "  +b", "f"]);
});

test("a held order loses what has gone and gets nothing new", () => {
  const placed = placeFlat(rows, bySize);
  expect(holdOrder(placed, () => true)).toBe(placed);
  expect(holdOrder(placed, (id) => id !== "e" && id !== "b").map(({ id }) => id)).toEqual(["d", "c", "a", "f"]);
});

test("a title sorts in its own direction first, then in the other", () => {
  const first = nextSort({ column: "name", direction: "up" }, "size", "down");
  expect(first).toEqual({ column: "size", direction: "down" });
  expect(nextSort(first, "size", "down")).toEqual({ column: "size", direction: "up" });
});
