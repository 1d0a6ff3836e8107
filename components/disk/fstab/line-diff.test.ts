import { expect, test } from "vitest";
import { diffLines, withContext } from "./line-diff";

const shown = (before: string, after: string) =>
  diffLines(before, after).map(({ kind, text }) => `${{ same: " ", gone: "-", new: "+" }[kind]}${text}`);

test.each([
  ["a\nb\nc\n", "a\nc\n", [" a", "-b", " c"]],
  ["a\nc\n", "a\nb\nc\n", [" a", "+b", " c"]],
  ["a\nb\nc\n", "a\nB\nc\n", [" a", "-b", "+B", " c"]],
  ["a\nb\n", "a\nb\n", [" a", " b"]],
  ["", "a\n", ["+a"]],
  ["a\n", "", ["-a"]],
  ["a\nb\nc\nd\n", "b\nx\nd\ne\n", ["-a", " b", "-c", "+x", " d", "+e"]],
  ["a\na\n", "a\n", [" a", "-a"]],
])("%j to %j", (before, after, expected) => {
  expect(shown(before, after)).toEqual(expected);
});

test("what is far from a difference is left out", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
  const lines = withContext(diffLines(before, before.replace("5\n", "five\n")), 1);
  expect(lines.map((line) => line?.text ?? null)).toEqual([null, "4", "5", "five", "6", null]);
});
