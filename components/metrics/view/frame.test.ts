import { expect, it, test } from "vitest";
import { nearestIndex, summaryOf, type Frame } from "./frame";
import { shownOf } from "./ranges";

test.each([
  [[], 5, -1],
  [[10], -100, 0],
  [[10, 20, 30], 14, 0],
  [[10, 20, 30], 16, 1],
  [[10, 20, 30], 20, 1],
  [[10, 20, 30], 99, 2],
])("of %j the nearest to %d is at %d", (times, at, index) => {
  expect(nearestIndex(times, at)).toBe(index);
});

const frame: Frame = {
  times: [10, 20, 30, 40],
  series: { "cpu/busy": [0.1, null, 0.3, 0.2], "net/sent": [null, null, null, null] },
  highest: { "cpu/busy": [0.9, null, 0.4, 0.2] },
  stepMs: 10,
  from: 10,
  to: 40,
};

it("sums up what is known: the average, and when it was highest", () => {
  const summary = summaryOf(frame, "cpu/busy");
  expect([summary?.average, summary?.highest, summary?.highestAt]).toEqual([expect.closeTo(0.2), 0.9, 10]);
  expect(summaryOf({ ...frame, highest: null }, "cpu/busy")).toMatchObject({ highest: 0.3, highestAt: 30 });
  expect([summaryOf(frame, "net/sent"), summaryOf(frame, "none")]).toEqual([null, null]);
});

test.each([
  ["", { range: "live" }],
  ["range=7d", { range: "7d" }],
  ["range=9y", { range: "live" }],
  ["from=1790000000000&to=1790003600000", { from: 1_790_000_000_000, to: 1_790_003_600_000 }],
  ["from=1790003600000&to=1790000000000", { range: "live" }],
  ["from=x&to=1790000000000&range=6h", { range: "6h" }],
  // The least range that has it, and what came before.
  ["since=1790000000000", { range: "live" }],
  ["since=1789999700000", { range: "1h" }],
  ["since=1789997100000", { range: "1h" }],
  ["since=1789996700000", { range: "6h" }],
  ["since=1700000000000", { range: "30d" }],
  ["since=x", { range: "live" }],
])("the address %j shows %j", (search, shown) => {
  expect(shownOf(new URLSearchParams(search), 1_790_000_000_000)).toEqual(shown);
});
