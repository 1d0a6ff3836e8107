import { expect, test } from "vitest";
import { hitsIn, splitAt, wantedOf } from "./find-hits";

const find = (text: string, wanted: string, isRegExp = false) => hitsIn(text, wantedOf(wanted, isRegExp).pattern);

test.each([
  [
    "Error: no error",
    "error",
    false,
    [
      [0, 5],
      [10, 15],
    ],
  ],
  ["Error: no error", "Error", false, [[0, 5]]],
  ["a.b axb", "a.b", false, [[0, 3]]],
  [
    "a.b axb",
    "a.b",
    true,
    [
      [0, 3],
      [4, 7],
    ],
  ],
  ["abc", "x*", true, []],
  [
    "A1 b2",
    String.raw`\D\d`,
    true,
    [
      [0, 2],
      [3, 5],
    ],
  ],
  ["abc", "", false, []],
] as const)("%j has %j (%s) at %j", (text, wanted, isRegExp, expected) => {
  expect(find(text, wanted, isRegExp)).toEqual(expected);
});

test("what is no regular expression is said to be none", () => {
  expect(wantedOf("(", true)).toEqual({ pattern: null, isProblem: true });
  expect(wantedOf("(", false).isProblem).toBe(false);
});

test("a hit over several pieces is marked in each", () => {
  const hits = [[2, 6]] as const;
  expect(splitAt("abcd", 0, hits)).toEqual([
    { text: "ab", isHit: false },
    { text: "cd", isHit: true },
  ]);
  expect(splitAt("efgh", 4, hits)).toEqual([
    { text: "ef", isHit: true },
    { text: "gh", isHit: false },
  ]);
  expect(splitAt("ijkl", 8, hits)).toEqual([{ text: "ijkl", isHit: false }]);
});
