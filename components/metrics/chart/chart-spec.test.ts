import { expect, test } from "vitest";
import type { Frame } from "@/components/metrics/view/frame";
import { axisOf, columnsOf, type ChartSpec } from "./chart-spec";
import { indexFor } from "./move-index";

const lines: ChartSpec["lines"] = [
  { key: "a", label: "A", colour: 1 },
  { key: "b", label: "B", colour: 2 },
];
const frame: Frame = {
  times: [1, 2, 3],
  series: { a: [1, 2, null], b: [10, null, 30] },
  highest: { a: [5, 5, null] },
  stepMs: 1,
  from: 1,
  to: 3,
};

test("lines as they are, with the highest values behind them", () => {
  expect(columnsOf({ lines, unit: "rate" }, frame)).toEqual([
    [1, 2, 3],
    [1, 2, null],
    [10, null, 30],
    [5, 5, null],
    [null, null, null],
  ]);
});

test("lines upon one another: what is not known is a gap, not a hole in those above", () => {
  expect(columnsOf({ lines, unit: "share", isStacked: true }, frame)).toEqual([
    [1, 2, 3],
    [1, 2, null],
    [11, null, 30],
  ]);
});

test.each([
  ["share", [0.002], [0, 0.05]],
  ["share", [0.31, null], [0, 0.4]],
  ["share", [0.9], [0, 1]],
  ["rate", [3], [0, 16_384]],
  ["rate", [1_100_000], [0, 1_310_720]],
  ["bytes", [5 * 1024 ** 3], [0, 5 * 1024 ** 3]],
  ["celsius", [38, 61], [20, 70]],
  ["celsius", [-7, 12], [-10, 50]],
  ["celsius", [null], [20, 50]],
] as const)("the axis of %s with %j is %j", (unit, values, axis) => {
  expect(axisOf({ lines, unit }, [values])).toEqual(axis);
});

test("an axis that is given stays", () => {
  expect(axisOf({ lines, unit: "bytes", max: 100 }, [[5]])).toEqual([0, 100]);
});

const key = (name: string, shiftKey = false) => ({
  key: name,
  shiftKey,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
});

test("keys move the mark, and stop at the ends", () => {
  expect(indexFor(key("ArrowLeft"), -1, 100)).toBe(99);
  expect(indexFor(key("ArrowLeft"), 99, 100)).toBe(98);
  expect(indexFor(key("ArrowRight"), 99, 100)).toBe(99);
  expect(indexFor(key("ArrowRight", true), 50, 100)).toBe(60);
  expect(indexFor(key("PageDown"), 4, 100)).toBe(0);
  expect([indexFor(key("Home"), 5, 100), indexFor(key("End"), 5, 100)]).toEqual([0, 99]);
  expect([indexFor(key("a"), 5, 100), indexFor(key("Home"), -1, 0)]).toEqual([null, null]);
  expect(indexFor({ ...key("ArrowLeft"), altKey: true }, 5, 100)).toBeNull();
});
