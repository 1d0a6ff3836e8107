import { expect, it } from "vitest";
import { squarify } from "./squarify";

const area = { x: 0, y: 0, width: 600, height: 400 };

it("fills the area in proportion, without overlaps", () => {
  const sizes = [6, 6, 4, 3, 2, 2, 1];
  const boxes = squarify(sizes, area);
  const unit = (600 * 400) / 24;
  for (const [index, { width, height }] of boxes.entries())
    expect(width * height).toBeCloseTo((sizes[index] ?? 0) * unit);
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      expect(across > 0.001 && down > 0.001).toBe(false);
    }
  // The example of the paper: no box is longer than four times its width.
  for (const { width, height } of boxes) expect(Math.max(width / height, height / width)).toBeLessThan(4);
});

it("takes nothing, zeros and very many", () => {
  expect(squarify([], area)).toEqual([]);
  expect(squarify([0, 0], area)).toHaveLength(2);
  const boxes = squarify([5, 0, 0], area);
  expect(boxes[0]).toEqual(area);
  expect(boxes).toHaveLength(3);
  for (const box of squarify(
    Array.from({ length: 2_000 }, (_, index) => 2_000 - index),
    area,
  ))
    for (const side of Object.values(box)) expect(Number.isFinite(side)).toBe(true);
});
