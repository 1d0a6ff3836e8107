import { expect, test } from "vitest";
import { bandBetween, entriesInBand, scrollSpeed } from "./rubber-band";

const list = { columns: 1, rowHeight: 36, headerHeight: 30, padding: 0 };
/** Three tiles of 100 px with 8 px between them and 14 px beside them. */
const tiles = { columns: 3, rowHeight: 64, headerHeight: 0, padding: 14 };
const width = 14 * 2 + 3 * 100 + 2 * 8;

test.each([
  ["nothing above the rows", [0, 0, 300, 29], []],
  ["the first row", [0, 0, 300, 31], [0]],
  ["rows from below", [10, 500, 20, 102], [2, 3, 4]],
  ["nothing below the rows", [0, 250, 9, 400], []],
])("list: %s", (_, [x = 0, y = 0, toX = 0, toY = 0], found) => {
  const band = bandBetween({ x, y }, { x: toX, y: toY });
  expect(entriesInBand(band, { metrics: list, width: 600, count: 5, isRtl: false })).toEqual(found);
});

test.each([
  ["only the gap", [115, 0, 121, 300], false, []],
  ["the left tiles", [0, 0, 20, 300], false, [0, 3]],
  ["the left tiles, mirrored", [0, 0, 20, 300], true, [2]],
  ["a block of four", [60, 20, 150, 90], false, [0, 1, 3, 4]],
  ["the space between rows", [0, 61, 400, 67], false, []],
  ["everything", [0, 0, 400, 400], false, [0, 1, 2, 3, 4]],
])("tiles: %s", (_, [x = 0, y = 0, toX = 0, toY = 0], isRtl, found) => {
  const band = bandBetween({ x, y }, { x: toX, y: toY });
  expect(entriesInBand(band, { metrics: tiles, width, count: 5, isRtl })).toEqual(found);
});

test("the list scrolls near its edges, faster beyond them", () => {
  expect(scrollSpeed(300, 600)).toBe(0);
  expect(scrollSpeed(590, 600)).toBeGreaterThan(0);
  expect(scrollSpeed(700, 600)).toBeGreaterThan(scrollSpeed(590, 600));
  expect(scrollSpeed(-50, 600)).toBeLessThan(scrollSpeed(10, 600));
});
