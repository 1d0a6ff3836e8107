import { describe, expect, test } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { emptySelection, isPicked, pickedCount, pickedRows, reduceSelection, type SelectionAction } from "./selection";

const rows: readonly FileEntry[] = Array.from("abcdef", (name) => ({ name, kind: "file", size: 1, mtime: 0, mode: 0 }));

function after(...actions: SelectionAction[]) {
  const selection = actions.reduce(reduceSelection, emptySelection);
  return {
    selection,
    names: pickedRows(selection.picked, rows)
      .map((row) => row.name)
      .join(""),
  };
}

describe("selection", () => {
  test.each<[string, SelectionAction[], string]>([
    [
      "a click chooses one",
      [
        { type: "only", name: "b" },
        { type: "only", name: "c" },
      ],
      "c",
    ],
    [
      "Ctrl+click adds and takes away",
      [
        { type: "toggle", name: "b" },
        { type: "toggle", name: "d" },
        { type: "toggle", name: "b" },
      ],
      "d",
    ],
    [
      "Shift+click makes a range from the anchor",
      [
        { type: "only", name: "b" },
        { type: "range", name: "d", rows, add: false },
      ],
      "bcd",
    ],
    [
      "a range turns round its anchor",
      [
        { type: "only", name: "d" },
        { type: "range", name: "f", rows, add: false },
        { type: "range", name: "b", rows, add: false },
      ],
      "bcd",
    ],
    [
      "Ctrl+Shift adds a range",
      [
        { type: "only", name: "a" },
        { type: "toggle", name: "d" },
        { type: "range", name: "e", rows, add: true },
      ],
      "ade",
    ],
    [
      "a range without an anchor starts at the focus",
      [
        { type: "focus", name: "c" },
        { type: "range", name: "d", rows, add: false },
      ],
      "cd",
    ],
    ["all but one", [{ type: "all" }, { type: "toggle", name: "c" }], "abdef"],
    [
      "a range puts back what all left out",
      [{ type: "all" }, { type: "toggle", name: "c" }, { type: "range", name: "d", rows, add: true }],
      "abcdef",
    ],
    ["none", [{ type: "all" }, { type: "none" }], ""],
    ["set", [{ type: "set", names: ["a", "f"], focus: "f" }], "af"],
  ])("%s", (_, actions, names) => {
    expect(after(...actions).names).toBe(names);
  });

  test("all costs no names and counts by the rows", () => {
    const { selection } = after({ type: "all" }, { type: "toggle", name: "a" });
    expect(pickedCount(selection.picked, 100_000)).toBe(99_999);
  });

  test("what appears on disk never joins a selection of all", () => {
    const { selection } = after({ type: "all" }, { type: "changed", appeared: ["new"], removed: [] });
    expect(isPicked(selection.picked, "new")).toBe(false);
    expect(isPicked(selection.picked, "a")).toBe(true);
  });

  test("all is held to the rows there were, however many a filter lets back in", () => {
    const { selection } = after({ type: "all" }, { type: "toggle", name: "a" });
    const held = reduceSelection(selection, { type: "hold", rows: rows.slice(0, 3) });
    expect(pickedRows(held.picked, rows).map(({ name }) => name)).toEqual(["b", "c"]);
    expect(reduceSelection(held, { type: "hold", rows })).toBe(held);
  });

  test("what disappears leaves the selection", () => {
    const { selection } = after(
      { type: "set", names: ["a", "b"], focus: "a" },
      { type: "changed", appeared: [], removed: ["a"] },
    );
    expect(pickedCount(selection.picked, 5)).toBe(1);
  });

  test("unchanged states keep their identity", () => {
    const { selection } = after({ type: "only", name: "a" });
    expect(reduceSelection(selection, { type: "focus", name: "a" })).toBe(selection);
    expect(reduceSelection(emptySelection, { type: "none" })).toBe(emptySelection);
  });
});
