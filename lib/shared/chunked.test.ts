import { expect, test } from "vitest";
import { chunked } from "./chunked";

test("chunks", () => {
  expect(chunked([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  expect(chunked([], 2)).toEqual([]);
});
