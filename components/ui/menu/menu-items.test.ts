import { describe, expect, it } from "vitest";
import { findByPrefix, placeMenu } from "./menu-items";

describe("findByPrefix", () => {
  const labels = ["Copy", "Cut", "Delete", "Compress"];
  it.each([
    ["c", -1, 0],
    ["c", 0, 1],
    ["c", 1, 3],
    ["c", 3, 0],
    ["co", 3, 3],
    ["co", 0, 0],
    ["d", 2, 2],
    ["x", 0, -1],
  ])("%s from %i is %i", (prefix, current, expected) => {
    expect(findByPrefix(labels, prefix, current)).toBe(expected);
  });
});

describe("placeMenu", () => {
  const menu = { width: 200, height: 300 };
  const viewport = { width: 1000, height: 600 };
  const point = (x: number, y: number) => ({ left: x, right: x, top: y, bottom: y });
  it.each([
    ["under the point", point(100, 100), false, { left: 100, top: 100 }],
    ["inside the end edge", point(950, 100), false, { left: 792, top: 100 }],
    ["above when there is no room below", point(100, 500), false, { left: 100, top: 200 }],
    [
      "inside when there is room on neither side",
      { left: 100, right: 132, top: 200, bottom: 400 },
      false,
      { left: 100, top: 292 },
    ],
    ["at the other edge in right-to-left", point(500, 100), true, { left: 300, top: 100 }],
  ])("%s", (_, anchor, isRtl, expected) => {
    expect(placeMenu({ anchor, menu, viewport, isRtl })).toEqual(expected);
  });
});
