import { expect, test } from "vitest";
import { moveRow, rowsOf, treeOf, type QuickRow } from "./quick-tree";

const row = (id: string, parent: string | null = null): QuickRow => ({
  id,
  parent,
  note: id,
  command: "",
  way: "terminal",
  suffixes: [],
});
const rows = [row("a"), row("a1", "a"), row("a2", "a"), row("b")];
const idsOf = (list: readonly QuickRow[] | null) => list?.map(({ id }) => id).join(" ");

test("a tree of rows and back", () => {
  expect(treeOf(rows).map(({ id, children }) => [id, ...children.map((child) => child.id)])).toEqual([
    ["a", "a1", "a2"],
    ["b"],
  ]);
  expect(rowsOf(treeOf(rows))).toEqual(rows);
});

test("a command whose group is gone stands above", () => {
  expect(idsOf(rowsOf(treeOf(rows.slice(1))))).toBe("a1 a2 b");
});

test("moves among its neighbours alone", () => {
  expect(idsOf(rowsOf(treeOf(moveRow(rows, "b", -1) ?? [])))).toBe("b a a1 a2");
  expect(idsOf(moveRow(rows, "a1", 1))).toBe("a a2 a1 b");
  expect(moveRow(rows, "a1", -1)).toBeNull();
  expect(moveRow(rows, "b", 1)).toBeNull();
});
