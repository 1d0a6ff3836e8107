import { expect, test } from "vitest";
import { chunked, chunkedByLength } from "./chunked";

test("chunks", () => {
  expect(chunked([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  expect(chunked([], 2)).toEqual([]);
});

test("bounds parts by their number and by their length, and refuses none that is longer by itself", () => {
  const bounds = { most: 3, length: 10 };
  expect(chunkedByLength([], bounds)).toEqual([]);
  expect(chunkedByLength(["a", "b", "c", "d"], bounds)).toEqual([["a", "b", "c"], ["d"]]);
  const long = "x".repeat(20);
  expect(chunkedByLength(["aaaaaa", "bbbb", "c", long, "d"], bounds)).toEqual([
    ["aaaaaa", "bbbb"],
    ["c"],
    [long],
    ["d"],
  ]);
});
