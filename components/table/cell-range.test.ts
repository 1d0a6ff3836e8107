import { expect, it } from "vitest";
import { boundsOf, cellAfter, clipText } from "./cell-range";

const size = { rows: 100, columns: 5, page: 10 };
const at = { row: 50, column: 2 };

it.each([
  ["ArrowDown", false, { row: 51, column: 2 }],
  ["ArrowDown", true, { row: 99, column: 2 }],
  ["ArrowLeft", false, { row: 50, column: 1 }],
  ["PageUp", false, { row: 40, column: 2 }],
  ["Home", false, { row: 50, column: 0 }],
  ["Home", true, { row: 0, column: 0 }],
  ["End", true, { row: 99, column: 4 }],
  ["x", false, null],
])("%s (Ctrl: %s) leads to %j", (key, isCtrl, cell) => {
  expect(cellAfter(at, { key, isCtrl, isRtl: false }, size)).toEqual(cell);
});

it("goes the other way from right to left, and not beyond the edges", () => {
  expect(cellAfter(at, { key: "ArrowLeft", isCtrl: false, isRtl: true }, size)).toEqual({ row: 50, column: 3 });
  expect(cellAfter({ row: 0, column: 0 }, { key: "PageUp", isCtrl: false, isRtl: false }, size)).toEqual({
    row: 0,
    column: 0,
  });
});

it("copies what spreadsheets read", () => {
  expect(boundsOf({ anchor: { row: 3, column: 1 }, focus: { row: 1, column: 4 } })).toEqual({
    fromRow: 1,
    untilRow: 4,
    fromColumn: 1,
    untilColumn: 5,
  });
  expect(
    clipText([
      ["a", 'b "c"'],
      ["d\te", ""],
    ]),
  ).toBe('a\t"b ""c"""\n"d\te"\t');
});
